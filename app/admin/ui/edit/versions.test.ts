import { describe, expect, it } from 'vitest';
import { differences, merge, saveWithMerge } from './versions.ts';

const base = { name: 'Cap', price: '90', pictures: ['/a/1.webp'], shown: true };

describe('merging a form into a newer version', () => {
  it('returns the differing fields, each with a default side', () => {
    const mine = { ...base, price: '80' };
    const theirs = { ...base, price: '95', name: 'Sun cap', pictures: ['/a/2.webp'] };
    expect(differences(base, mine, theirs)).toEqual([
      { field: 'name', mine: 'Cap', theirs: 'Sun cap', keep: 'theirs', both: false },
      { field: 'price', mine: '80', theirs: '95', keep: 'mine', both: true },
      { field: 'pictures', mine: ['/a/1.webp'], theirs: ['/a/2.webp'], keep: 'theirs', both: false },
    ]);
  });

  it('has no difference when both made the same change', () => {
    const both = { ...base, shown: false };
    expect(differences(base, both, { ...both })).toEqual([]);
  });

  it('keeps the chosen fields of the form and takes the rest from the stored version', () => {
    const mine = { ...base, price: '80', name: 'My cap' };
    const theirs = { ...base, price: '95', name: 'Sun cap' };
    expect(merge(theirs, mine, ['price'])).toEqual({ ...theirs, price: '80' });
  });
});

type Row = { version: number; name: string; position: number };

/** A row that somebody else changed, behind a form's `write` function. */
function savedMeanwhile(stored: Row) {
  const written: Row[] = [];
  return {
    written,
    differences,
    merged: merge<{ name: string }>,
    formValues: ({ name }: Row) => ({ name }),
    write: async (values: { name: string }, over: Row) => {
      if (over.version !== stored.version) return stored;
      written.push({ ...stored, ...values });
      return null;
    },
  };
}

describe('saving over a version', () => {
  const row: Row = { version: 1, name: 'Summer', position: 0 };

  it('saves over the version that was opened', async () => {
    const { written, ...writing } = savedMeanwhile(row);
    expect(await saveWithMerge({ name: 'Autumn' }, row, writing)).toBeNull();
    expect(written).toEqual([{ ...row, name: 'Autumn' }]);
  });

  it('writes nothing over another person’s input, and returns their version', async () => {
    const theirs = { ...row, version: 2, name: 'Winter' };
    const { written, ...writing } = savedMeanwhile(theirs);
    expect(await saveWithMerge({ name: 'Autumn' }, row, writing)).toBe(theirs);
    expect(written).toEqual([]);
  });

  it('does not ask about a newer version that changes no field of the form, such as the position', async () => {
    const { written, ...writing } = savedMeanwhile({ ...row, version: 2, position: 4 });
    expect(await saveWithMerge({ name: 'Autumn' }, row, writing)).toBeNull();
    expect(written).toEqual([{ version: 2, name: 'Autumn', position: 4 }]);
  });

  it('does not ask about the version from the form’s own previous save', async () => {
    const { written, ...writing } = savedMeanwhile({ ...row, version: 2, name: 'Autumn' });
    expect(await saveWithMerge({ name: 'Autumn sale' }, row, { ...writing, ownVersion: 2 })).toBeNull();
    expect(written).toEqual([{ ...row, version: 2, name: 'Autumn sale' }]);
    const theirs = { ...row, version: 3, name: 'Winter' };
    expect(await saveWithMerge({ name: 'Autumn' }, row, { ...savedMeanwhile(theirs), ownVersion: 2 })).toBe(
      theirs,
    );
  });

  it('does not ask when somebody else entered the same', async () => {
    const { written, ...writing } = savedMeanwhile({ ...row, version: 2, name: 'Autumn' });
    expect(await saveWithMerge({ name: 'Autumn' }, row, writing)).toBeNull();
    expect(written).toHaveLength(1);
  });

  it('keeps both people’s changes without asking when they changed different fields', async () => {
    const form = ({ name, position }: Row) => ({ name, position });
    const written: object[] = [];
    const writing = {
      differences,
      merged: merge<ReturnType<typeof form>>,
      formValues: form,
      write: async (values: ReturnType<typeof form>, over: Row) => {
        if (over.version === 1) return { version: 2, name: 'Summer', position: 4 };
        written.push(values);
        return null;
      },
    };
    expect(await saveWithMerge({ name: 'Autumn', position: 0 }, row, writing)).toBeNull();
    expect(written).toEqual([{ name: 'Autumn', position: 4 }]);
    const again = await saveWithMerge({ name: 'Autumn', position: 9 }, row, writing);
    expect(again).toMatchObject({ version: 2 });
    expect(written).toHaveLength(1);
  });

  it('gives up when the update does not apply although the version is unchanged', async () => {
    const writing = {
      differences,
      merged: merge,
      formValues: ({ name }: Row) => ({ name }),
      write: async () => row,
    };
    await expect(saveWithMerge({ name: 'Autumn' }, row, writing)).rejects.toMatchObject({ code: '42501' });
  });
});
