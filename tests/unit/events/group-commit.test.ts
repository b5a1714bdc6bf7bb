import { describe, expect, it } from 'vitest';
import { GroupCommit } from '../../../electron/events/group-commit.ts';

describe('group commit', () => {
  it('commits what came meanwhile together, and answers only after its own commit', async () => {
    const groups: number[][] = [];
    const release: (() => void)[] = [];
    const commits = new GroupCommit<number, number>(
      (items) =>
        new Promise((resolve) => {
          groups.push(items);
          release.push(() => resolve(groups.length));
        }),
      { batch: 3, waiting: 10 },
    );
    const answered: number[] = [];
    const all = [1, 2, 3, 4, 5].map((item) => commits.add(item)?.then(() => answered.push(item)));
    await new Promise(setImmediate);
    expect(groups).toEqual([[1, 2, 3]]);
    expect(answered).toEqual([]);
    release[0]?.();
    await Promise.all(all.slice(0, 3));
    expect(answered).toEqual([1, 2, 3]);
    expect(groups).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    release[1]?.();
    await Promise.all(all);
    await commits.idle();
    expect(commits.waiting).toBe(0);
  });

  it('fails those of a commit that failed, and goes on', async () => {
    let isBroken = true;
    const commits = new GroupCommit<number, string>(
      async () => {
        if (isBroken) throw new Error('disk full');
        return 'ok';
      },
      { batch: 10, waiting: 10 },
    );
    await expect(commits.add(1)).rejects.toThrow('disk full');
    isBroken = false;
    await expect(commits.add(2)).resolves.toBe('ok');
  });

  it('refuses more than may wait', async () => {
    const commits = new GroupCommit<number, void>(async () => undefined, { batch: 1, waiting: 2 });
    const first = [commits.add(1), commits.add(2)];
    expect(commits.add(3)).toBeUndefined();
    await Promise.all(first);
  });
});
