import { ALCOVE_STREAM_HEADER } from '../../../shared/wire/chat.ts'
import { USER_ID_HEADER, WORKSPACE_ID_HEADER } from '../../../shared/wire/tokens.ts'

/** What the API is, in one sentence. */
export const LEAD =
  'The server of an embedded chat assistant: threads, messages, answers, files and reports.'

export interface Caller {
  readonly name: string
  readonly bearer: string
  readonly headers: string
  readonly reach: string
}

/** The kinds of caller. Backticks mark code. */
export const CALLERS: readonly Caller[] = [
  {
    name: 'Visitor',
    bearer: 'The `access_token` of `POST /auth/tokens/anonymous`',
    headers: 'No further headers',
    reach: 'Their own threads, where the project allows visitors.',
  },
  {
    name: 'Host token',
    bearer: 'A JWT that the host’s own server signed; `sub` names the user',
    headers: 'No further headers; the claim `workspace_id` may name a workspace',
    reach: 'The threads of that workspace; by default the user’s own.',
  },
  {
    name: 'Server key',
    bearer: '`sk_…`, never in a browser',
    headers: `\`${USER_ID_HEADER}\` and \`${WORKSPACE_ID_HEADER}\` say for whom; without them, for itself`,
    reach: 'Any user of the project, and the calls below `/projects`.',
  },
  {
    name: 'Browser key',
    bearer: '`pk_…`, may stand in a page',
    headers: `\`${USER_ID_HEADER}\` and \`${WORKSPACE_ID_HEADER}\`; nobody vouches for them`,
    reach: 'Threads of users whom this key names, apart from all others.',
  },
]

/** Headers besides `Authorization`. */
export const CALL_HEADERS: readonly (readonly [name: string, meaning: string])[] = [
  [USER_ID_HEADER, 'With a key: the user for whom you call, as your own server names them.'],
  [WORKSPACE_ID_HEADER, 'With a key: whose threads it is about. Default: the user’s own.'],
  [
    ALCOVE_STREAM_HEADER,
    '`1`: the server saves both messages of a chat call, and the stream’s first event names their rows. Without it you store them yourself, unless the operator chose otherwise, and no tool is called that a person must allow first.',
  ],
]

/** How refusals look, in a few sentences. */
export const REFUSALS =
  'Every refusal is JSON: `error` is a code, `message` a sentence, `hint` what to do and `details` facts for a program. Switch on the code. With 429 and 503 comes the header `Retry-After`: the seconds to wait. A method that a path does not have answers 405.'

/** The opening of the description, as Markdown. */
export function describeGuide(): string {
  const callers = CALLERS.map(
    ({ name, bearer, headers, reach }) => `| ${name} | ${bearer} | ${headers} | ${reach} |`,
  )
  return [
    LEAD,
    '## Who calls',
    'The caller says who it is in `Authorization: Bearer …`.',
    ['| Caller | Bearer | Headers | Reaches |', '|---|---|---|---|', ...callers].join('\n'),
    '## Headers',
    CALL_HEADERS.map(([name, meaning]) => `- \`${name}\`: ${meaning}`).join('\n'),
    '## When a call is refused',
    REFUSALS,
  ].join('\n\n')
}
