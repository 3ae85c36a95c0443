import type { SeedOwner } from './store-seed.ts'

/** An anonymous visitor of a running server. */
export interface BenchVisitor {
  readonly owner: SeedOwner
  /** Throws unless the response is a success. */
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
  /** Gets a new access token, because they expire after minutes. */
  refresh(): Promise<void>
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: { readonly token: string }
}

export async function createBenchVisitor(origin: () => string): Promise<BenchVisitor> {
  let tokens = (await send(origin(), 'POST', '/v1/auth/tokens/anonymous', {}, '')) as Tokens
  const claims = JSON.parse(
    Buffer.from(tokens.access_token.split('.')[1] ?? '', 'base64url').toString(),
  ) as { project_id: string; workspace_id: string; sub: string }
  return {
    owner: {
      projectId: claims.project_id,
      workspaceId: claims.workspace_id,
      userId: claims.sub,
    },
    call: (method, path, body) => send(origin(), method, path, body, tokens.access_token),
    async refresh() {
      const body = { refresh_token: tokens.refresh_token.token }
      tokens = (await send(origin(), 'POST', '/v1/auth/tokens/refresh', body, '')) as Tokens
    },
  }
}

async function send(
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  body: object | undefined,
  token: string,
): Promise<unknown> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      'Aui-Sdk': 'bench',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
