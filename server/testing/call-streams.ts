import {
  WHOLE,
  CUT,
  FILTERED,
  SHORT,
  DOWN,
  failed,
  BERN,
  RAN,
  REFUSED,
  casesOf,
} from './expected-answers.ts'
import { CLOSE } from './replay-streams.ts'
import type { StreamCase } from './stream-cases.ts'
import {
  DONE,
  event,
  delta,
  stop,
  call,
  weather,
  start,
  open,
  grow,
  shut,
  text,
  toolUse,
  reason,
  messageStop,
  created,
  called,
} from './stream-writers.ts'

/** The calls of a model. */
export const CALL_CASES: readonly StreamCase[] = [
  ...casesOf('calls', 'chat', [
    ['an end mark alone runs a call', [weather('Bern'), DONE], RAN],
    ['another protocol’s reason runs a call', [weather('Bern'), stop('COMPLETE'), DONE], RAN],
    [
      'a filter ends a call',
      [weather('Bern'), stop('content_filter'), DONE],
      { ...REFUSED, ...FILTERED },
    ],
    [
      'a reason that is an error ends a call',
      [weather('Bern'), stop('error'), DONE],
      { ...REFUSED, ...failed('down', DOWN) },
    ],
    ['a broken connection ends a call', [weather('Bern'), CLOSE], { ...REFUSED, ...CUT }],
    [
      'arguments that were cut end the answer',
      [
        call({ index: 0, id: 'c', function: { name: 'weather', arguments: '{"city":"Ba' } }),
        stop('length'),
        DONE,
      ],
      { ...REFUSED, ...SHORT },
    ],
    [
      'the last event repeats a call in another spelling',
      [
        weather('Bern'),
        call({
          index: 0,
          id: 'c-Bern',
          function: { name: 'weather', arguments: '{ "city": "Bern" }' },
        }),
        stop('tool_calls'),
        DONE,
      ],
      RAN,
    ],
    [
      'the last event repeats a call without an id',
      [weather('Bern', { id: null }), weather('Bern', { id: null }), stop('tool_calls'), DONE],
      RAN,
    ],
    [
      'equal calls with names of their own run twice',
      [weather('Bern'), weather('Bern', { index: 1, id: 'c-2' }), stop('tool_calls'), DONE],
      { ...RAN, toolRuns: [BERN, BERN] },
    ],
    [
      'a call without a function around its name',
      [call({ index: '0', id: 7, name: 'weather', arguments: { city: 'Bern' } }), stop(), DONE],
      RAN,
    ],
    [
      'a call of the old kind in pieces',
      [
        delta({ function_call: { name: 'weather', arguments: '{"city":' } }),
        delta({ function_call: { arguments: '"Bern"}' } }),
        stop('function_call'),
        DONE,
      ],
      RAN,
    ],
  ]),
  ...casesOf('calls', 'anthropic', [
    [
      'a refusal ends a call',
      [start, toolUse(0, 'weather', '{"city":"Bern"}'), shut(0), reason('refusal'), messageStop],
      { ...REFUSED, ...FILTERED },
    ],
    [
      'a refusal ends a call that asks for approval',
      [start, toolUse(0, 'remove', '{"what":"all"}'), shut(0), reason('refusal'), messageStop],
      { toolRuns: [], toolErrors: [{ name: 'remove' }], ...FILTERED },
    ],
    [
      'a whole call whose block was not closed runs',
      [start, toolUse(0, 'weather', '{"city":"Bern"}'), reason('tool_use'), messageStop],
      RAN,
    ],
    [
      'a cut call whose block was not closed ends the answer',
      [
        start,
        toolUse(0, 'weather', '{"city":"Bern"}'),
        shut(0),
        toolUse(1, 'weather', '{"city":"Ba'),
        reason('max_tokens'),
        messageStop,
      ],
      { toolRuns: [BERN], toolErrors: [{ name: 'weather' }], ...SHORT },
    ],
    [
      'arguments as an object',
      [
        start,
        open(0, { type: 'tool_use', id: 't', name: 'weather', input: {} }),
        grow(0, { type: 'input_json_delta', partial_json: { city: 'Bern' } }),
        shut(0),
        reason('tool_use'),
        messageStop,
      ],
      RAN,
    ],
    [
      'a call that the provider runs and never reports on ends',
      [
        start,
        open(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } }),
        shut(0),
        text(1, 'Here.'),
        reason('end_turn'),
        messageStop,
      ],
      { ...WHOLE, text: 'Here.', toolErrors: [{ name: 'web_search' }] },
    ],
  ]),
  ...casesOf('calls', 'responses', [
    [
      'a cut call ends the answer, and a whole one runs',
      [
        created,
        called(0, '{"city":"Bern"}', true),
        called(1, '{"city":"Ba', false),
        event({
          type: 'response.incomplete',
          response: { incomplete_details: { reason: 'max_output_tokens' } },
        }),
      ],
      { toolRuns: [BERN], toolErrors: [{ name: 'weather' }], ...SHORT },
    ],
    [
      'a call whose item did not end runs',
      [created, called(0, '{"city":"Bern"}', false), DONE],
      RAN,
    ],
  ]),
]
