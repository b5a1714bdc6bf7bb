import { describe, expect, it } from 'vitest';
import { eventCalls } from '../../shared/contract/events.ts';
import { endpointFault, leavesMachine } from '../../shared/endpoint-address.ts';

describe('an address that events may be posted to', () => {
  it.each(['https://hooks.example/in', 'http://127.0.0.1:8080/webhook', 'http://localhost:1', 'http://[::1]:9/'])(
    '%s may be used',
    (url) => expect(endpointFault(url)).toBeUndefined(),
  );

  it.each(['http://hooks.example/in', 'ftp://127.0.0.1/', 'nowhere', ''])('%s may not', (url) => {
    expect(endpointFault(url)).toContain('https://');
  });

  it('holds no password', () => expect(endpointFault('https://me:secret@hooks.example/')).toContain('password'));

  it('says when it leaves this machine', () => {
    expect(leavesMachine('https://hooks.example/in')).toBe(true);
    expect(leavesMachine('http://localhost:8080')).toBe(false);
    expect(leavesMachine('half an addr')).toBe(false);
  });
});

describe('forwarding in the settings of the events', () => {
  const { settings } = eventCalls['events.setSettings'].input.shape;
  const forward = (value: unknown) => settings.shape.forward.safeParse(value);

  it('is off where older settings do not know it', () => {
    expect(forward(undefined).data).toEqual({ enabled: false, url: '' });
  });

  it('needs an address to be on, and a safe one in any case', () => {
    expect(forward({ enabled: true, url: 'http://127.0.0.1:1/' }).success).toBe(true);
    expect(forward({ enabled: true, url: '' }).success).toBe(false);
    expect(forward({ enabled: false, url: 'http://hooks.example' }).success).toBe(false);
  });
});
