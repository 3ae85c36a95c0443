import { WHOLE, ONE_LINE, failed, casesOf } from './expected-answers.ts'
import type { StreamCase } from './stream-cases.ts'
import {
  DONE,
  event,
  delta,
  say,
  stop,
  start,
  open,
  grow,
  shut,
  text,
  reason,
  messageStop,
  created,
  spoken,
  completed,
} from './stream-writers.ts'

/** Events with something odd. */
export const ODD_CASES: readonly StreamCase[] = [
  ...casesOf('odd events', 'chat', [
    [
      'a field for errors that is null',
      [delta({ content: 'Yes.' }, null, { error: null }), stop(), DONE],
      { ...WHOLE, text: 'Yes.' },
    ],
    [
      'no choices at all',
      [event({ choices: null }), say('Yes.'), event({ choices: null }), stop(), DONE],
      { ...ONE_LINE, text: 'Yes.' },
    ],
    [
      'names and times of other types',
      [delta({ content: 'Yes.' }, null, { id: 7, created: '12', model: 5 }), stop(), DONE],
      { ...WHOLE, text: 'Yes.' },
    ],
    ['content as a list of texts', [say(['Yes', '.']), stop(), DONE], { ...WHOLE, text: 'Yes.' }],
    [
      'a text that is not JSON',
      [say('Yes'), 'data: [keepalive]\n\n', 'data: [keepalive]\n\n', say('.'), stop(), DONE],
      { ...ONE_LINE, text: 'Yes.' },
    ],
    [
      'a text that is not JSON, and no end',
      [say('Half'), 'data: upstream closed\n\n'],
      failed('malformed', 'The model’s answer could not be read. Try again.'),
    ],
    [
      'fields of the event before its data',
      [`id: 1\nretry: 5\n${say('Yes.')}`, stop(), DONE],
      { ...WHOLE, text: 'Yes.' },
    ],
    [
      'data on two lines after a mark of the byte order',
      [`\uFEFF${say('Yes.').replace('"choices"', '\ndata: "choices"')}`, stop(), DONE],
      { ...WHOLE, text: 'Yes.' },
    ],
    [
      'a message in growing pieces',
      [
        event({ choices: [{ index: 0, message: { content: 'Ye' } }] }),
        event({ choices: [{ index: 0, message: { content: 's.' } }] }),
        DONE,
      ],
      { ...WHOLE, text: 'Yes.' },
    ],
    [
      'a last message that repeats the words',
      [
        say('Yes.'),
        event({ choices: [{ index: 0, message: { content: 'Yes.' }, finish_reason: 'stop' }] }),
        DONE,
      ],
      { ...WHOLE, text: 'Yes.' },
    ],
  ]),
  ...casesOf('odd events', 'anthropic', [
    [
      'counts as text',
      [
        start.replace('1}', '"1"}'),
        text(0, 'Yes.'),
        reason('end_turn', { output_tokens: '4' }),
        messageStop,
      ],
      { ...ONE_LINE, text: 'Yes.' },
    ],
    [
      'a block of a later kind',
      [
        start,
        open(0, { type: 'hologram' }) + grow(0, { type: 'text_delta', text: '?' }) + shut(0),
        text(1, 'Yes.'),
        reason('end_turn'),
        messageStop,
      ],
      { ...ONE_LINE, text: 'Yes.' },
    ],
    [
      'words without the start of their block',
      [start, grow(0, { type: 'text_delta', text: 'Yes.' }), reason('end_turn'), messageStop],
      { ...WHOLE, text: 'Yes.' },
    ],
    [
      'a thought in the start of its block',
      [
        start,
        open(0, { type: 'thinking', thinking: 'Hm' }) +
          grow(0, { type: 'thinking_delta', thinking: '.' }),
        shut(0),
        text(1, 'Yes.'),
        reason('end_turn'),
        messageStop,
      ],
      { ...WHOLE, text: 'Yes.', reasoning: 'Hm.' },
    ],
  ]),
  ...casesOf('odd events', 'responses', [
    [
      'counts as text',
      [created, spoken('Yes.'), completed({ input_tokens: '3', output_tokens: '4' })],
      { ...ONE_LINE, text: 'Yes.' },
    ],
    ['no counts', [created, spoken('Yes.'), completed(null)], { ...WHOLE, text: 'Yes.' }],
    [
      'an event without a type',
      [created, event({ ping: 1 }), spoken('Yes.'), completed(null)],
      { ...ONE_LINE, text: 'Yes.' },
    ],
  ]),
]
