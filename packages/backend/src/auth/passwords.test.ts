import { describe, expect, it } from 'vitest';
import {
  checkedCost,
  findWeakness,
  hashPassword,
  isBcryptHash,
  isHashable,
  needsRehash,
  verifyPassword,
} from './passwords.ts';

describe('passwords', () => {
  it('are hashed as a hosted project hashes them, and verified', async () => {
    const hash = await hashPassword('correct horse');
    expect(hash).toMatch(/^\$2a\$10\$[./A-Za-z0-9]{53}$/);
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    expect(await verifyPassword('wrong horse', hash)).toBe(false);
  });

  it('are hashed at a configured cost, and rehashed when it changes', async () => {
    const hash = await hashPassword('correct horse', 4);
    expect(hash).toMatch(/^\$2a\$04\$/);
    expect(await verifyPassword('correct horse', hash, 4)).toBe(true);
    expect(await verifyPassword('correct horse', null, 4)).toBe(false);
    expect([needsRehash(hash, 4), needsRehash(hash)]).toEqual([false, true]);
    for (const odd of [3, 15, 4.5]) expect(() => checkedCost(odd)).toThrow(/passwordCost/);
  });

  it('take as long to reject without a hash as with one', async () => {
    const hash = await hashPassword('correct horse');
    const time = async (stored: string | null) => {
      const start = performance.now();
      expect(await verifyPassword('wrong horse', stored)).toBe(false);
      return performance.now() - start;
    };
    await time(hash);
    expect(await time(null)).toBeGreaterThan((await time(hash)) / 4);
    expect(await time('$argon2id$no')).toBeGreaterThan((await time(hash)) / 4);
  });

  it('are hashed and verified off the event loop', async () => {
    const hash = await hashPassword('correct horse');
    let turns = 0;
    let isDone = false;
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(
      [1, 2, 3, 4].flatMap(() => [hashPassword('correct horse'), verifyPassword('wrong', hash)]),
    );
    isDone = true;
    // At most one per hash if they blocked the event loop.
    expect(turns).toBeGreaterThan(100);
  });

  it('that bcrypt would truncate are detected by their bytes', () => {
    expect(isHashable('x'.repeat(72))).toBe(true);
    expect(isHashable('x'.repeat(73))).toBe(false);
    expect(isHashable('é'.repeat(37))).toBe(false);
  });

  it('hashed elsewhere are recognized', () => {
    const tail = 'kQxM1mQe8mKzj0h0n9oQeO8pMyLw2xQw3w9uQwQ0m1mYw1l2s7xVq';
    expect(isBcryptHash(`$2b$12$${tail}`)).toBe(true);
    expect(isBcryptHash(`$2y$10$${tail}`)).toBe(true);
    expect(isBcryptHash(`$2a$31$${tail}`)).toBe(false);
    for (const broken of ['$2a$10$short', `$2a$10$${'a'.repeat(53)}`, `$2x$10$${tail}`, '']) {
      expect(isBcryptHash(broken)).toBe(false);
    }
    expect(needsRehash(`$2b$12$${tail}`)).toBe(true);
    expect(needsRehash(`$2b$10$${tail}`)).toBe(false);
  });

  it('among the most common are weak, in any case', () => {
    for (const used of ['password1', 'PassWord123', '87654321', 'ahmed123'])
      expect(findWeakness(used, 8)?.reasons, used).toEqual(['pwned']);
    expect(findWeakness('pass', 8)?.reasons).toEqual(['length']);
    expect(findWeakness('blue-hoodie-42', 8)).toBeUndefined();
  });
});
