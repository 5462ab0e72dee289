import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import type { DatabaseAddress } from '../db.ts';
import { databaseError } from './database-error.ts';
import { Scram } from './scram.ts';
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
  socket.setNoDelay(true);
  await opened(socket, 'connect');
  if (!ssl || isFolder) return socket;
  const writer = new WireWriter();
  writer.sslRequest();
  socket.write(writer.take());
  const [answer] = await new Promise<Buffer>((done, fail) => {
    socket.once('data', done).once('error', fail);
  });
  if (String.fromCharCode(answer ?? 0) === 'S') {
    const secured = connectTls({ socket, rejectUnauthorized: false, servername: host });
    await opened(secured, 'secureConnect');
    return secured;
  }
  if (ssl === 'require') {
    socket.destroy();
    throw new Error(`The database server at ${host} does not offer TLS, which the address requires`);
  }
  return socket;
}

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((done, fail) => {
    const late = setTimeout(() => {
      socket.destroy();
      fail(new Error('The database server did not answer in time'));
    }, CONNECT_TIMEOUT);
    socket.once(event, () => {
      clearTimeout(late);
      socket.off('error', fail);
      done();
    });
    socket.once('error', (error) => {
      clearTimeout(late);
      fail(error);
    });
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
