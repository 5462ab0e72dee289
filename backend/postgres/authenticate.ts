import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import type { DatabaseAddress } from '../db.ts';
import { databaseError } from './database-error.ts';
import { Scram } from './scram.ts';
import { type SslMode, tlsOptions } from './tls.ts';
import { readError, WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

const AUTHENTICATION = 0x52;
const ERROR = 0x45;
const READY = 0x5a;

const AUTHENTICATED = 0;
const CLEARTEXT = 3;
const MD5 = 5;
const SASL = 10;
const SASL_CONTINUE = 11;
const SASL_FINAL = 12;

const CONNECT_TIMEOUT = 10_000;
const KEEP_ALIVE_AFTER = 60_000;

/**
 * Opens a connection and logs in.
 * @returns a socket on which the server waits for statements.
 * @throws postgres.PostgresError when the server refuses, Error when it cannot be reached.
 */
export async function openSocket(address: DatabaseAddress): Promise<Socket> {
  const socket = await reach(address);
  try {
    await logIn(socket, address);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function reach(address: DatabaseAddress): Promise<Socket> {
  const { host, port, ssl } = address;
  const isFolder = host.startsWith('/');
  const socket = isFolder ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
  // An error that nobody listens to ends the process, and there is a moment between those who do.
  socket.on('error', () => {});
  // Networks forget connections on which nothing is said for some minutes, and do not tell their ends.
  socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_AFTER);
  try {
    await happened(socket, 'connect');
    return ssl && !isFolder ? await secured(socket, host, ssl) : socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function secured(socket: Socket, host: string, ssl: SslMode): Promise<Socket> {
  const writer = new WireWriter();
  writer.sslRequest();
  socket.write(writer.take());
  const [answer = 0] = await happened(socket, 'data');
  if (String.fromCharCode(answer) === 'S') {
    const inside = connectTls({ ...tlsOptions(ssl, host), socket });
    inside.on('error', () => {});
    await happened(inside, 'secureConnect');
    return inside;
  }
  if (ssl === 'prefer') return socket;
  throw new Error(`The database server at ${host} does not offer TLS, which the address requires`);
}

/** Waits until a socket says something, and no longer than it lives or is worth waiting for. */
function happened(socket: Socket, event: 'connect' | 'data' | 'secureConnect'): Promise<Buffer> {
  return new Promise((done, fail) => {
    const finish = (error: Error | undefined, bytes: Buffer = Buffer.alloc(0)) => {
      clearTimeout(late);
      socket.off(event, onEvent).off('error', finish).off('close', onClose);
      if (error) fail(error);
      else done(bytes);
    };
    const onEvent = (bytes?: Buffer) => finish(undefined, bytes);
    const onClose = () => finish(new Error('The database server closed the connection'));
    const late = setTimeout(
      () => finish(new Error('The database server did not answer in time')),
      CONNECT_TIMEOUT,
    );
    socket.once(event, onEvent).once('error', finish).once('close', onClose);
  });
}

function logIn(socket: Socket, address: DatabaseAddress): Promise<void> {
  const { user, database, password } = address;
  const writer = new WireWriter();
  const scram = new Scram(password);
  const send = () => socket.write(writer.take());

  const onAuthentication = async (content: Buffer) => {
    const kind = content.readInt32BE(0);
    const text = content.toString('utf8', 4);
    if (kind === AUTHENTICATED) return;
    if (kind === CLEARTEXT) writer.password(password);
    else if (kind === MD5) writer.password(md5Password(user, password, content.subarray(4)));
    else if (kind === SASL) writer.saslInitial(Scram.mechanism, scram.first());
    else if (kind === SASL_CONTINUE) writer.saslResponse(await scram.final(text));
    else if (kind === SASL_FINAL) return scram.check(text);
    else throw new Error(`The database server asks for an unknown kind of login (${kind})`);
    send();
  };

  return new Promise((done, fail) => {
    const late = setTimeout(
      () => finish(new Error('The database server did not log in in time')),
      CONNECT_TIMEOUT,
    );
    const finish = (error?: Error) => {
      clearTimeout(late);
      socket.removeAllListeners('data').off('error', finish).off('close', onClose);
      if (error) fail(error);
      else done();
    };
    const onClose = () => finish(new Error('The database server closed the connection'));
    const reader = new WireReader((letter, content) => {
      if (letter === AUTHENTICATION) onAuthentication(content).catch(finish);
      else if (letter === ERROR) finish(databaseError(readError(content)));
      else if (letter === READY) finish();
    });
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
    socket.on('error', finish).on('close', onClose);
    writer.startup({ user, database, client_encoding: 'UTF8', application_name: 'backend' });
    send();
  });
}

function md5Password(user: string, password: string, salt: Buffer): string {
  const md5 = (...parts: (string | Buffer)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest('hex');
  return `md5${md5(md5(password, user), salt)}`;
}
