import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { nameCaller, proxiesOf } from '../../local/instance/node-request.ts';

const callerOf = (remoteAddress: string, headers: Record<string, string>, setting?: string) => {
  const rawHeaders = Object.entries(headers).flat();
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const incoming = { socket: { remoteAddress }, headers: lower, rawHeaders } as unknown as IncomingMessage;
  nameCaller(incoming, proxiesOf(setting));
  expect(incoming.rawHeaders.filter((part) => part.toLowerCase() === 'cf-connecting-ip')).toHaveLength(1);
  return incoming.headers['cf-connecting-ip'];
};

test('a caller is who the proxy of this machine has seen, and never who it says it is', () => {
  expect(callerOf('127.0.0.1', { 'X-Forwarded-For': '6.6.6.6, 203.0.113.9' })).toBe('203.0.113.9');
  expect(callerOf('::ffff:127.0.0.1', { 'X-Forwarded-For': '203.0.113.9' })).toBe('203.0.113.9');
  expect(callerOf('203.0.113.9', { 'X-Forwarded-For': '6.6.6.6', 'CF-Connecting-IP': '6.6.6.6' })).toBe('203.0.113.9');
  expect(callerOf('10.0.0.2', { 'X-Forwarded-For': '6.6.6.6' })).toBe('10.0.0.2');
  expect(callerOf('::ffff:172.18.0.3', { 'X-Forwarded-For': '203.0.113.9' }, 'private')).toBe('203.0.113.9');
  expect(callerOf('203.0.113.9', { 'X-Forwarded-For': '6.6.6.6' }, 'private')).toBe('203.0.113.9');
  expect(callerOf('127.0.0.1', { 'cf-connecting-ip': '6.6.6.6' })).toBe('127.0.0.1');
});
