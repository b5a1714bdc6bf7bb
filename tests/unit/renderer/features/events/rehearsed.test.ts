import { expect, it } from 'vitest';
import { type RehearsalForm, sentOf, uidsOf } from '../../../../../renderer/features/events/rehearsed.ts';

it('a type asks for the uids of what it is about, as far as the form asks for them', () => {
  expect(uidsOf('ping')).toEqual([]);
  expect(uidsOf('form_created')).toEqual(['form']);
  expect(uidsOf('authorization_created')).toEqual(['authorization']);
  expect(uidsOf('meter_created')).toEqual(['authorization', 'meter']);
  expect(uidsOf('brand_new_type')).toEqual(['authorization', 'meter']);
});

it('only uids that the form shows for the type of now are sent', () => {
  const form: RehearsalForm = {
    type: 'meter_created',
    authorization: '1',
    meter: '2',
    form: '3',
    count: 4,
    perRequest: 1,
    repeat: 1,
    shuffle: true,
  };
  const { authorization, meter, form: uid, ...rest } = form;
  expect(sentOf(form)).toEqual({ ...rest, authorization, meter });
  expect(sentOf({ ...form, type: 'authorization_created' })).toEqual({
    ...rest,
    type: 'authorization_created',
    authorization,
  });
  expect(sentOf({ ...form, type: 'form_created' })).toEqual({ ...rest, type: 'form_created', form: uid });
  expect(sentOf({ ...form, type: 'ping' })).toEqual({ ...rest, type: 'ping' });
});
