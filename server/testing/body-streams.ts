import type { JsonValue } from '../../shared/json.ts'
import { WHOLE, DOWN, TOO_LONG, failed, RAN, JSON_BODY, casesOf } from './expected-answers.ts'
import type { StreamCase } from './stream-cases.ts'
import { created, event, say, spoken } from './stream-writers.ts'

const body = (value: JsonValue): string => JSON.stringify(value)
const RESET = { error: { type: 'api_error', message: 'the upstream reset' } }
const MESSAGE = { role: 'assistant', content: null }
const CALLS = [{ id: 'c', function: { name: 'weather', arguments: '{"city":"Bern"}' } }]

/** Errors and whole answers in place of a stream. */
export const BODY_CASES: readonly StreamCase[] = [
  ...casesOf('errors', 'chat', [
    [
      'a wrong key in the middle',
      [say('Half'), event({ error: { message: 'no such key', code: 401 } })],
      failed(
        'key',
        'The model provider did not accept this server’s key. The operator of this site has to correct it.',
        'no such key',
      ),
    ],
    [
      'a full window by its code',
      [say('Half'), event({ error: { message: 'too much', code: 'context_length_exceeded' } })],
      failed('too-long', TOO_LONG, 'context_length_exceeded'),
    ],
  ]),
  ...casesOf('errors', 'responses', [
    [
      'a failure without a number',
      [
        created,
        spoken('Half'),
        event({
          type: 'response.failed',
          response: { error: { code: 'server_error', message: 'it broke' } },
        }),
      ],
      failed('down', DOWN, 'server_error'),
    ],
    [
      'an error of another form',
      [created, spoken('Half'), event(RESET)],
      failed('down', DOWN, 'reset'),
    ],
  ]),
  ...casesOf(
    'whole bodies',
    'chat',
    [
      ['an error in a list', [body([RESET])], failed('down', DOWN, 'the upstream reset')],
      [
        'an error in a detail',
        [body({ detail: 'the upstream reset' })],
        failed('down', DOWN, 'reset'),
      ],
      [
        'calls',
        [
          body({
            choices: [{ message: { ...MESSAGE, tool_calls: CALLS }, finish_reason: 'tool_calls' }],
          }),
        ],
        RAN,
      ],
      [
        'no answer of a model',
        [body({ login: true })],
        failed(
          'address',
          'What answers at the configured address is not a model. The operator of this site has to correct it.',
          'JSON',
        ),
      ],
    ],
    JSON_BODY,
  ),
  ...casesOf(
    'whole bodies',
    'anthropic',
    [
      ['an error', [body({ type: 'error', ...RESET })], failed('down', DOWN, 'the upstream reset')],
      [
        'a message',
        [
          body({
            type: 'message',
            id: 'm',
            content: [
              { type: 'thinking', thinking: 'Hm.' },
              { type: 'text', text: 'Yes.' },
            ],
            stop_reason: 'end_turn',
            usage: { input_tokens: 1, output_tokens: 2 },
          }),
        ],
        { ...WHOLE, text: 'Yes.', reasoning: 'Hm.' },
      ],
    ],
    JSON_BODY,
  ),
  ...casesOf(
    'whole bodies',
    'responses',
    [
      [
        'words and a call',
        [
          body({
            object: 'response',
            id: 'r',
            created_at: 1,
            model: 'm',
            status: 'completed',
            output: [
              {
                type: 'function_call',
                id: 'f',
                call_id: 'k',
                name: 'weather',
                arguments: '{"city":"Bern"}',
                status: 'completed',
              },
            ],
            usage: { input_tokens: 1, output_tokens: 2 },
          }),
        ],
        RAN,
      ],
      [
        'words',
        [
          body({
            object: 'response',
            id: 'r',
            created_at: 1,
            model: 'm',
            status: 'completed',
            output: [
              {
                type: 'message',
                id: 'o',
                role: 'assistant',
                content: [{ type: 'output_text', text: 'Yes.', annotations: [] }],
              },
            ],
            usage: { input_tokens: 1, output_tokens: 2 },
          }),
        ],
        { ...WHOLE, text: 'Yes.' },
      ],
    ],
    JSON_BODY,
  ),
]
