import type { JsonObject } from '../../../shared/json.ts'
import type { Route } from '../../routes/route.ts'

/** The groups of the description, by the first part of a path. */
const TAGS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  auth: ['Tokens', 'Who calls: visitors without a name, and short tokens for users.'],
  threads: ['Threads', 'Conversations and the messages in them.'],
  chat: ['Chat', 'Ask the assistant; the server keeps question and answer.'],
  runs: ['Runs', 'Titles, answers that the caller keeps itself, and reports of answers.'],
  scores: ['Scores', 'What people or programs think of a thread, a message or a run.'],
  events: ['Events', 'What people do in the chat, without their words.'],
  traces: ['Traces', 'Spans of models from OpenTelemetry.'],
  files: ['Files', 'Attachments: uploaded and opened at addresses that end after some minutes.'],
  projects: ['Projects', 'The whole project, for its own server.'],
  description: ['Description', 'This page, and the same for programs.'],
}

const entryOf = (first: string) => TAGS[first] ?? [first, '']

export function tagOf({ path }: Pick<Route, 'path'>): string {
  const [, first = ''] = path.split('/')
  return entryOf(['openapi.json', 'docs'].includes(first) ? 'description' : first)[0]
}

/** The groups that these calls make, in the order of the page, as OpenAPI lists them. */
export function tagsOf(routes: readonly Route[]): readonly JsonObject[] {
  const names = new Set(routes.map(tagOf))
  return Object.values(TAGS)
    .filter(([name]) => names.has(name))
    .map(([name, description]) => ({ name, description }))
}
