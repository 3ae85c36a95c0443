import {
  createHmac,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { Refusal } from './exchange.ts'

export const PROJECT = 'proj_0contract0000'
export const API_KEY = 'sk_aui_proj_contract_0123456789'
const ISSUER = 'contract-server'
const TOKEN_SECONDS = 300
const NOT_BEFORE_SECONDS = 10
const HEADER_ID = /^[^\s\p{Cc}]{1,255}$/u

export interface Caller {
  readonly kind: 'anonymous' | 'provider' | 'key'
  readonly workspace: string
  readonly user: string
  /** A token of this server that the response carries instead of the provider's. */
  readonly exchanged?: string
}

export interface Callers {
  /** @throws Refusal */
  read(headers: Headers): Caller
  /** Issues a token of this server. */
  sign(workspace: string, user: string): string
  /** Issues a token of an identity provider that this server trusts. */
  signAsProvider(user: string, lifeSeconds?: number): string
}

type Claims = Readonly<Record<string, unknown>>

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function createCallers(): Callers {
  const secret = randomBytes(32)
  const provider = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey = createPublicKey(provider.privateKey)
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const now = () => Math.floor(Date.now() / 1000)

  function sign(workspace: string, user: string): string {
    const claims = {
      project_id: PROJECT,
      workspace_id: workspace,
      sub: user,
      iss: ISSUER,
      iat: now(),
      nbf: now() - NOT_BEFORE_SECONDS,
      exp: now() + TOKEN_SECONDS,
    }
    const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
    return `${text}.${hmac(text)}`
  }

  function readClaims(token: string): {
    alg: unknown
    claims: Claims
    text: string
    proof: string
  } {
    const [head = '', body = '', proof = ''] = token.split('.')
    try {
      const parse = (part: string) =>
        JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims
      return { alg: parse(head)['alg'], claims: parse(body), text: `${head}.${body}`, proof }
    } catch {
      throw new Refusal(403, 'Invalid JWT token')
    }
  }

  function readToken(token: string): Caller {
    const { alg, claims, text, proof } = readClaims(token)
    const isOwn = alg === 'HS256' && claims['iss'] === ISSUER
    if (!isOwn && alg !== 'RS256') throw new Refusal(403, 'JWT token algorithm is not valid')
    const isProved = isOwn
      ? hmac(text) === proof
      : verify('sha256', Buffer.from(text), publicKey, Buffer.from(proof, 'base64url'))
    if (!isProved) throw new Refusal(403, 'JWT token is not valid')
    if (Number(claims['exp']) <= now()) throw new Refusal(401, 'JWT token has expired')
    const user = String(claims['sub'])
    if (isOwn) {
      const workspace = String(claims['workspace_id'])
      const kind = workspace.startsWith('usr_anon_') ? 'anonymous' : 'provider'
      return { kind, workspace, user }
    }
    return { kind: 'provider', workspace: user, user, exchanged: sign(user, user) }
  }

  return {
    sign,
    signAsProvider(user, lifeSeconds = 600) {
      const claims = {
        sub: user,
        iss: 'https://provider.example',
        iat: now(),
        exp: now() + lifeSeconds,
      }
      const text = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'k1' })}.${encode(claims)}`
      return `${text}.${createSign('sha256').update(text).sign(provider.privateKey, 'base64url')}`
    },
    read(headers) {
      const header = headers.get('authorization')
      if (header === null) throw new Refusal(401, 'Authorization header is missing')
      if (!header.startsWith('Bearer ')) {
        throw new Refusal(401, 'Authorization header must begin with "Bearer "')
      }
      const token = header.slice('Bearer '.length)
      if (!token.startsWith('sk_aui_proj_')) return readToken(token)
      if (token !== API_KEY) throw new Refusal(403, 'Unknown or expired API key')
      const user = headers.get('aui-user-id') ?? '__SYSTEM__'
      const workspace = headers.get('aui-workspace-id') ?? ''
      if (!HEADER_ID.test(user)) throw new Refusal(403, 'Invalid Aui-User-Id header')
      if (!HEADER_ID.test(workspace)) throw new Refusal(403, 'Invalid Aui-Workspace-Id header')
      return { kind: 'key', workspace, user }
    },
  }
}
