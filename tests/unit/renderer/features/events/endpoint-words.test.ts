import { describe, expect, it } from 'vitest';
import { answersWords, endpointMarkdown } from '../../../../../renderer/features/events/endpoint-words.ts';

const answer = (status: number | undefined, error?: string) => ({ status, error, body: '', durationMs: 1 });

describe('a rehearsal in words', () => {
  it('counts equal answers in a row, and says why there was none', () => {
    expect(answersWords([answer(200)])).toBe('200');
    expect(answersWords([answer(500), answer(500), answer(200)])).toBe('500 (2 times), then 200');
    expect(answersWords([answer(undefined, 'the connection was cut')])).toBe('no answer: the connection was cut');
  });

  it('is a table in Markdown with a line for each fault, sent or not', () => {
    const text = endpointMarkdown({
      url: 'http://127.0.0.1:1/hook',
      results: [
        { fault: 'good', at: 0, verdict: 'right', judged: 'right', compared: 'fixed', answers: [answer(200)] },
        { fault: 'late', at: 0, verdict: 'unanswered', answers: [answer(undefined, 'a | b\nc')] },
      ],
    });
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    expect(lines).toHaveLength(12);
    expect(lines[2]).toMatch(/^\| Good delivery \| .* \| 200 \| right \| fixed \| .+ \|$/);
    expect(lines[3]).toContain('no answer: a \\| b c | not judged: no answer |');
    expect(lines[4]).toMatch(/^\| Twice \| .*left open\) \| {2}\| not sent \| {2}\| {2}\|$/);
  });
});
