import type { ErrorCode } from '../../../shared/errors.ts'
import { isPlainObject, type JsonObject } from '../../../shared/json.ts'
import { ALCOVE_STREAM_HEADER } from '../../../shared/wire/chat.ts'
import { USER_ID_HEADER, WORKSPACE_ID_HEADER } from '../../../shared/wire/tokens.ts'
import { ERROR_STATUSES } from '../../routes/handle-error.ts'
import type { Route } from '../../routes/route.ts'
import { ROUTE_GROUPS, type RouteGroup } from '../../routes/route-groups.ts'
import { codeHtml, escapeHtml, jsonHtml, proseHtml, sampleHtml, tableHtml } from '../html.ts'

/** The API in one sentence. */
export const LEAD =
  'The server of an embedded chat assistant: threads, messages, answers, files and reports.'

interface Caller {
  readonly name: string
  readonly bearer: string
  readonly headers: string
  readonly reach: string
}

/** The kinds of caller. Backticks mark code. */
const CALLERS: readonly Caller[] = [
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
    headers: `\`${USER_ID_HEADER}\` and \`${WORKSPACE_ID_HEADER}\` name the user; without them, the server itself`,
    reach: 'Any user of the project, and the calls below `/projects`.',
  },
  {
    name: 'Browser key',
    bearer: '`pk_…`, may be in a page',
    headers: `\`${USER_ID_HEADER}\` and \`${WORKSPACE_ID_HEADER}\`; not verified`,
    reach: 'Threads of users whom this key names, separate from all others.',
  },
]

/** Headers besides `Authorization`. */
const CALL_HEADERS: readonly (readonly [name: string, meaning: string])[] = [
  [USER_ID_HEADER, 'With a key: the user for whom you call, as your own server names them.'],
  [WORKSPACE_ID_HEADER, 'With a key: the workspace of the threads. Default: the user’s own.'],
  [
    ALCOVE_STREAM_HEADER,
    '`1`: the server saves both messages of a chat call, and the stream’s first event names their rows. Without it you store them yourself, unless the operator has changed that, and no tool is called that needs a person’s approval.',
  ],
]

/** The form of refusals, in a few sentences. */
const REFUSALS =
  'Every refusal is JSON: `error` is a code, `message` a sentence, `hint` the remedy and `details` facts for a program. Switch on the code. 429 and 503 have the header `Retry-After`: the seconds to wait. A method that a path does not have answers 405.'

/** The opening of the description, as Markdown. */
export function describeGuide(): string {
  const callers = CALLERS.map(
    ({ name, bearer, headers, reach }) => `| ${name} | ${bearer} | ${headers} | ${reach} |`,
  )
  return [
    LEAD,
    '## Who calls',
    'Callers authenticate with `Authorization: Bearer …`.',
    ['| Caller | Bearer | Headers | Reaches |', '|---|---|---|---|', ...callers].join('\n'),
    '## Headers',
    CALL_HEADERS.map(([name, meaning]) => `- \`${name}\`: ${meaning}`).join('\n'),
    '## When a call is refused',
    REFUSALS,
  ].join('\n\n')
}

/** The meaning of each error code for callers. */
const ERROR_NOTES = {
  invalid_request: 'The call is not as described; message names the field.',
  version_skew: 'The caller has a version that this server does not know.',
  token_missing: 'The Authorization header is missing.',
  token_malformed: 'The token in the header is malformed.',
  token_expired: 'The token has expired: get a new one and call again.',
  clock_skew: 'The token is not valid yet: a clock is wrong, hint says by how much.',
  auth_failed: 'The token is unknown, or its signature is invalid.',
  token_rejected: 'The token or key is genuine, but not valid here: hint has the reason.',
  origin_not_allowed: 'The calling page is not among the project’s apiOrigins.',
  misdirected:
    'The call names a host that is not this server’s: message has the settings that name it.',
  forbidden: 'This kind of caller may not do that, or the project is read-only.',
  address_blocked: 'The operator has blocked visitors at this address for some time.',
  named_only: 'For the moment only users whom a token names are served. Keep the refresh token.',
  proof_required:
    'details.challenge is a puzzle: call again with proof, its text and the number that solves it. SHA-256 of the SHA-256 of the text and of the number, in four bytes, must begin with details.bits zero bits.',
  visitor_refused:
    'The project’s own check refused this new visitor. details.sentence is for the person.',
  not_found: 'It does not exist, or belongs to another user: the answer is the same for both.',
  call_timeout: 'The body came too slowly.',
  run_active: 'The thread is being answered: stop the answer, or wait for its end.',
  run_ended: 'The run of the message has ended: write without lease_id, or open another one.',
  lease_mismatch: 'The message has another lease, or none: write with the one that it was given.',
  conflict: 'It was changed in the meantime: read it again.',
  quota_exceeded: 'The caller has as much as the operator allows: delete something.',
  too_large: 'The body or the file is longer than the operator allows.',
  unsupported_media_type: 'Content-Type or the file’s type is not accepted.',
  idempotency_mismatch: 'A message of this id was sent before, with other content.',
  file_rejected: 'The file has another type than declared, or cannot be used.',
  rate_limited: 'Too many calls: wait for the seconds of Retry-After.',
  budget_exhausted: 'The day’s budget for answers is used up: call again after Retry-After.',
  internal: 'A fault of the server. message has the request id for the operator’s log.',
  unavailable: 'A service that the server needs does not answer: retry after Retry-After.',
} as const satisfies Partial<Record<ErrorCode, string>>

export const errorNote = (code: string): string | undefined =>
  (ERROR_NOTES as Readonly<Record<string, string>>)[code]

/** The section about every call, before all of them. */
export function guideHtml(base: string, refusal: JsonObject): string {
  const callers = CALLERS.map(({ name, bearer, headers, reach }) => [
    escapeHtml(name),
    proseHtml(bearer),
    proseHtml(headers),
    proseHtml(reach),
  ])
  return `<section id="how" aria-labelledby="how-name">
<h2 id="how-name">How to call</h2>
<p>All paths are below <code>${escapeHtml(base)}</code>. Bodies and answers are JSON in UTF-8, times are ISO 8601 in UTC, and <code>Authorization: Bearer …</code> says who calls.</p>
<h3 id="try">Try it</h3>
<p>Paste this into a shell: it makes a visitor, a thread of theirs, and asks a question. The answer streams.</p>
${sampleHtml('Shell', escapeHtml(firstCalls(base)))}
<h3 id="callers">Who calls</h3>
<div class="cards">${tableHtml(['Caller', 'Bearer', 'Headers', 'Reaches'], callers)}</div>
<h3 id="headers">Headers</h3>
${tableHtml(
  ['Header', 'Meaning'],
  CALL_HEADERS.map(([name, meaning]) => [codeHtml(name), proseHtml(meaning)]),
)}
<h3 id="refusals">When a call is refused</h3>
<p>${proseHtml(REFUSALS)} Each call below names only the refusals that are particular to it.</p>
${isPlainObject(refusal) ? sampleHtml('404', jsonHtml(refusal)) : ''}
${tableHtml(['Code', 'Status', 'Meaning'], errorRows())}
</section>`
}

const errorRows = (): readonly (readonly string[])[] =>
  Object.entries(ERROR_NOTES)
    .map(([code, note]) => ({ code, note, status: ERROR_STATUSES[code as ErrorCode] }))
    .toSorted((a, b) => a.status - b.status)
    .map(({ code, note, status }) => [
      `<code id="error-${code}">${code}</code>`,
      String(status),
      proseHtml(note),
    ])

const firstCalls = (base: string): string =>
  String.raw`TOKEN=$(curl -s -X POST ${base}/auth/tokens/anonymous |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')

curl ${base}/threads \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"external_id":"first","last_message_at":"2026-11-21T05:00:00.000Z"}'

curl -N ${base}/chat \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -H '${ALCOVE_STREAM_HEADER}: 1' \
  -d '{"id":"first","trigger":"submit-message","messages":[
    {"id":"m1","role":"user","parts":[{"type":"text","text":"Hello!"}]}]}'`

export function tagOf({ path }: Pick<Route, 'path'>): string {
  const [, first = ''] = path.split('/')
  return ROUTE_GROUPS[first as RouteGroup].name
}

/** The groups of these calls, in the order of the page, as OpenAPI lists them. */
export function tagsOf(routes: readonly Route[]): readonly JsonObject[] {
  const names = new Set(routes.map(tagOf))
  return Object.values(ROUTE_GROUPS)
    .filter(({ name }) => names.delete(name))
    .map(({ name, about }) => ({ name, description: about }))
}
