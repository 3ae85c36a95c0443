import { randomId } from '../../shared/ids.ts'
import type { RouteSample } from './route-sample.ts'

const SOURCES = '/projects/knowledge/sources'
const USAGE = '?from=2026-11-01&to=2026-11-30'

/** The calls of a project's own server: `owner` is that server. */
export const PROJECT_ROUTE_SAMPLES: Readonly<Record<string, readonly RouteSample[]>> = {
  'GET /projects/threads': [
    { owner: 200, foreign: 200 },
    { owner: 200, foreign: 400, path: ({ thread }) => `/projects/threads?after=${thread}` },
    { owner: 200, foreign: 200, path: ({ user }) => `/projects/threads?workspace_id=${user}` },
  ],
  'GET /projects/threads/:id/messages': [
    { owner: 200, foreign: 404, path: ({ thread }) => `/projects/threads/${thread}/messages` },
  ],
  'GET /projects/runs': [
    { owner: 200, foreign: 200 },
    { owner: 200, foreign: 400, path: ({ run }) => `/projects/runs?after=${run}` },
    { owner: 200, foreign: 200, path: ({ thread }) => `/projects/runs?thread_id=${thread}` },
  ],
  'GET /projects/runs/:id': [
    { owner: 200, foreign: 404, path: ({ run }) => `/projects/runs/${run}` },
  ],
  'GET /projects/scores': [
    { owner: 200, foreign: 200 },
    { owner: 200, foreign: 400, path: ({ score }) => `/projects/scores?after=${score}` },
  ],
  'GET /projects/usage/daily': [
    { owner: 200, foreign: 200, path: () => `/projects/usage/daily${USAGE}` },
  ],
  'GET /projects/usage/period': [
    { owner: 200, foreign: 200, path: () => `/projects/usage/period${USAGE}` },
  ],
  'GET /projects/knowledge/sources': [{ owner: 200, foreign: 200 }],
  'POST /projects/knowledge/sources': [
    {
      owner: 201,
      foreign: 201,
      body: () => ({ url: `https://pages.example/mine-${randomId(13)}` }),
    },
  ],
  'POST /projects/knowledge/sources/:id/refresh': [
    { owner: 200, foreign: 404, path: ({ source }) => `${SOURCES}/${source}/refresh` },
  ],
  'GET /projects/knowledge/sources/:id/report': [
    { owner: 200, foreign: 404, path: ({ source }) => `${SOURCES}/${source}/report` },
  ],
  'DELETE /projects/knowledge/sources/:id': [
    { owner: 200, foreign: 404, path: ({ source }) => `${SOURCES}/${source}` },
  ],
  'GET /projects/knowledge/passages': [
    { owner: 200, foreign: 200, path: () => '/projects/knowledge/passages?query=canary' },
  ],
  'DELETE /projects/users/:userId': [
    { owner: 200, foreign: 200, path: ({ user }) => `/projects/users/${user}` },
  ],
  // Erases only its caller.
  'DELETE /me': [{ owner: 200, foreign: 200, isEmptying: true }],
}
