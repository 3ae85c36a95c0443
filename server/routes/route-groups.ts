interface Group {
  readonly name: string
  readonly about: string
}

const DESCRIPTION: Group = { name: 'Description', about: 'This page, and the same for programs.' }

/**
 * The groups of the API's page in their order, by the first word of a path. A route with another first word
 * does not compile.
 */
export const ROUTE_GROUPS = {
  auth: {
    name: 'Tokens',
    about: 'Who calls: visitors without a name, and short tokens for users.',
  },
  threads: { name: 'Threads', about: 'Conversations and the messages in them.' },
  chat: { name: 'Chat', about: 'Ask the assistant; the server keeps question and answer.' },
  runs: {
    name: 'Runs',
    about: 'Titles, answers that the caller keeps itself, and reports of answers.',
  },
  scores: {
    name: 'Scores',
    about: 'What people or programs think of a thread, a message or a run.',
  },
  events: { name: 'Events', about: 'What people do in the chat, without their words.' },
  traces: { name: 'Traces', about: 'Spans of models from OpenTelemetry.' },
  files: {
    name: 'Files',
    about: 'Attachments: uploaded and opened at addresses that end after some minutes.',
  },
  knowledge: {
    name: 'Knowledge',
    about: 'Pages and files of the owner that answers are made from.',
  },
  me: { name: 'Me', about: 'All that is the caller’s.' },
  projects: { name: 'Projects', about: 'The whole project, for its own server.' },
  'openapi.json': DESCRIPTION,
  docs: DESCRIPTION,
} as const satisfies Record<string, Group>

export type RouteGroup = keyof typeof ROUTE_GROUPS

/** Below `{base}/v1`. */
export type RoutePath = `/${RouteGroup}` | `/${RouteGroup}/${string}`
