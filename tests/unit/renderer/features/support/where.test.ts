import { describe, expect, it } from 'vitest';
import { whereNow } from '../../../../../renderer/features/support/where.ts';

const form = (uid: string) => ({ uid, title: uid });

describe('where test submissions go', () => {
  it('is what the service names first', () => {
    expect(whereNow({ utility: 'DEMO', form: '7', forms: [form('7')] }, {})).toEqual({
      utilities: ['DEMO'],
      form: '7',
      paceS: 1,
    });
    expect(whereNow({ utility: '', form: '', forms: [] }, {})).toEqual({ utilities: [], form: '', paceS: 1 });
  });

  it('follows a later answer, but for what the user changed', () => {
    const changed = { utilities: ['MINE'], paceS: 5 };
    expect(whereNow({ utility: '', form: '', forms: [] }, changed)).toMatchObject({ ...changed, form: '' });
    expect(whereNow({ utility: 'OTHER', form: '8', forms: [form('8')] }, changed)).toMatchObject({
      ...changed,
      form: '8',
    });
  });

  it('is by a chosen form only while it can be seen that it is', () => {
    const named = { utility: 'DEMO', form: '7', forms: [form('7'), form('9')] };
    expect(whereNow(named, { form: '9' }).form).toBe('9');
    // Typed while no forms were known.
    expect(whereNow({ ...named, forms: [] }, { form: 'typed' }).form).toBe('typed');
    expect(whereNow(named, { form: 'typed' }).form).toBe('7');
  });
});
