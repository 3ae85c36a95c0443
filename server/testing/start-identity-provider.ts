import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const CLIENT = { id: 'desk', secret: 'the secret of the desk at the provider' } as const

export interface Account {
  readonly email: string
  readonly email_verified: boolean
}

/** A real identity provider on this machine, whose sign-in page takes the given account without asking. */
export async function startIdentityProvider(redirectUri: string) {
  const accounts = new Map<string, Account>()
  let signedIn = ''
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...accounts.get(id)! }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()

  async function answer(...[request, response]: Parameters<typeof callback>) {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: signedIn } })
  }

  return {
    issuer,
    /** Walks through the provider's pages as a browser does, and returns the address that leads back. */
    async signIn(url: string, account: Account): Promise<string> {
      signedIn = account.email
      accounts.set(signedIn, account)
      const cookies = new Map<string, string>()
      let next = url
      while (!next.startsWith(redirectUri)) {
        const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(next, { redirect: 'manual', headers: { Cookie: header } })
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('Location')
        if (location === null) throw new Error(`no way on: ${await response.text()}`)
        next = new URL(location, issuer).href
      }
      return next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
