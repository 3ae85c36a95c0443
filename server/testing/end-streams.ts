import {
  WHOLE,
  CUT,
  FILTERED,
  SHORT,
  DOWN,
  TOO_LONG,
  failed,
  type Row,
  casesOf,
} from './expected-answers.ts'
import { CLOSE } from './replay-streams.ts'
import type { StreamCase } from './stream-cases.ts'
import {
  DONE,
  event,
  delta,
  say,
  stop,
  start,
  text,
  reason,
  messageStop,
  created,
  spoken,
} from './stream-writers.ts'

/** Reasons and ends. */
export const END_CASES: readonly StreamCase[] = [
  ...casesOf('ends', 'chat', [
    ...['STOP', 'stop_sequence', 'end-turn', 'COMPLETE'].map((each): Row => [
      each,
      [say('Yes.'), stop(each), DONE],
      { ...WHOLE, text: 'Yes.' },
    ]),
    ...['MAX_TOKENS', 'max_output_tokens'].map((each): Row => [
      each,
      [say('Half'), stop(each), DONE],
      SHORT,
    ]),
    ['SAFETY', [say('Half'), stop('SAFETY'), DONE], FILTERED],
    [
      'a full window',
      [say('Half'), stop('model_length'), DONE],
      { finish: 'incomplete/length', note: TOO_LONG, log: null },
    ],
    [
      'a busy server’s word',
      [say('Half'), stop('insufficient_system_resource'), DONE],
      failed('down', DOWN, 'insufficient_system_resource'),
    ],
    [
      'an unknown word after nothing',
      [stop('a_later_word'), DONE],
      { finish: 'incomplete/other', note: 'The answer ended early.', log: { lines: 1 } },
    ],
    [
      'an end mark after the counts',
      [say('Yes.'), event({ choices: [], usage: { prompt_tokens: 1 } }), DONE],
      { ...WHOLE, text: 'Yes.' },
    ],
    [
      'an empty reason in each event, and no end',
      [delta({ content: 'Half' }, ''), delta({ content: ' of it' }, '')],
      CUT,
    ],
    ['half an event before the break', [say('Half'), stop().slice(0, 30), CLOSE], CUT],
  ]),
  ...casesOf('ends', 'anthropic', [
    ['no reason before the end', [start, text(0, 'Yes.'), messageStop], { ...WHOLE, text: 'Yes.' }],
    [
      'the end mark of another protocol',
      [start, text(0, 'Yes.'), DONE],
      { ...WHOLE, text: 'Yes.' },
    ],
    [
      'counts after the reason',
      [start, text(0, 'Yes.'), reason('end_turn'), reason(null, { output_tokens: 3 }), messageStop],
      { ...WHOLE, text: 'Yes.' },
    ],
    [
      'no blank line after the last event',
      [start, text(0, 'Yes.'), reason('end_turn'), messageStop.trimEnd()],
      { ...WHOLE, text: 'Yes.' },
    ],
  ]),
  ...casesOf('ends', 'responses', [
    ['an end mark alone', [created, spoken('Yes.'), DONE], { ...WHOLE, text: 'Yes.' }],
    ['neither an end nor a reason', [created, spoken('Half')], CUT],
  ]),
]
