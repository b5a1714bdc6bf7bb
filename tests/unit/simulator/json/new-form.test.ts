import { beforeEach, describe, expect, it } from 'vitest';
import { createForm } from '../../../../electron/simulator/json/new-form.ts';
import type { ServiceWorld } from '../../../../electron/simulator/world/world.ts';
import { smallWorld } from '../small-world.ts';

let world: ServiceWorld;
beforeEach(() => {
  ({ world } = smallWorld());
});

describe('a new form', () => {
  it('needs nothing, and has what was said', () => {
    expect(createForm(world, {})).toMatchObject({ utility: null, customerEmail: null, scope: {} });
    expect(createForm(world, { utility: null, customer_email: null })).toMatchObject({
      utility: null,
      customerEmail: null,
    });
    const form = createForm(world, { utility: 'DEMO', customer_email: 'a@x.test', scope: { a: 1 }, other: true });
    expect(form).toMatchObject({ utility: 'DEMO', customerEmail: 'a@x.test', scope: { a: 1 } });
    expect(world.forms.get(form.uid)).toBe(form);
  });

  it.each([
    { utility: 'NOWHERE' },
    { utility: 7 },
    { customer_email: 'no address' },
    { customer_email: `${'x'.repeat(250)}@x.test` },
    { customer_email: ['a@x.test'] },
    { scope: null },
    { scope: [] },
    { scope: 'FB=4' },
  ])('is not made of %j', (body) => {
    const before = world.forms.size;
    expect(() => createForm(world, body)).toThrow(expect.objectContaining({ status: 400, type: 'invalid_param' }));
    expect(world.forms.size).toBe(before);
  });
});
