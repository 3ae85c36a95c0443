// Copy this file to alcove.config.ts. Settings of the server are in .env; this file configures each project.
// Every key is optional; the type of defineConfig describes them all. The file works unchanged, with the demo model.
// The import needs no install: it is the server itself.
import { createInterrupt, defineConfig } from 'alcove-server'

/** At least 32 random bytes, for example from `openssl rand -hex 32`. Unset: the rule is left out. */
const shopSecret = process.env['HOST_SECRET_OF_SHOP']

/** Tokens by user. Filled by the service at the address in `authorization.connectUrl` below. */
const libraryTokens = new Map<string, string>()

export default defineConfig({
  projects: {
    // Always exists, at the server's own address. ALCOVE_ALLOWED_ORIGINS, ALCOVE_HOST_SECRET and
    // ALCOVE_SYSTEM apply only to this project.
    default: {},

    // Created by `project create shop`, a command of the server; its address is https://…/p/shop.
    shop: {
      hosts: ['https://shop.example', 'https://*.shop.example', 'http://localhost:3000'],
      // Pages that call the API without the chat's frame.
      apiOrigins: ['https://app.shop.example'],
      anonymous: true,
      // Checks of a new visitor without a name; the command `project work` changes the first at once.
      visitors: {
        proofOfWork: 'off',
        // Asked before each new visitor; `given` is what the page's `visitorProof` gave.
        // allow: ({ given }) => given !== undefined || 'Please confirm that you are a person.',
      },
      // Users whose identity the shop's own server confirms with a shared secret …
      auth: [
        ...(shopSecret ? [{ secret: shopSecret }] : []),
        // … and users of an identity provider.
        {
          jwks: 'https://login.shop.example/.well-known/jwks.json',
          issuer: 'https://login.shop.example/',
          audience: 'chat',
        },
      ],
      assistants: {
        default: {
          // Needs OPENAI_API_KEY in .env. Without a line: what ALCOVE_MODEL says. docs/models.md has other providers,
          // another model for failures, and hooks.
          // model: 'openai/gpt-5',
          system: 'You help the customers of a book shop. Be brief.',
          maxSteps: 5,
          maxOutputTokens: 2_000,
          tools: [
            {
              name: 'opening_hours',
              description: 'When the shop is open on a day of the week.',
              // Texts that people read while and after a call runs.
              labels: { title: 'Opening hours', running: 'Looking up {day}…' },
              parameters: {
                type: 'object',
                properties: { day: { type: 'string' } },
                required: ['day'],
              },
              execute: ({ day }) => (day === 'Sunday' ? 'closed' : '9 to 18'),
            },
            // Needs the customer's consent at their library, and waits for it.
            {
              name: 'library_loans',
              description: 'What the customer has borrowed from their library.',
              parameters: { type: 'object' },
              execute: async (_args, { userId, signal }) => {
                const token = libraryTokens.get(userId)
                if (!token)
                  throw createInterrupt({ code: 'TokenVaultError', connection: 'library' })
                const headers = { Authorization: `Bearer ${token}` }
                const answer = await fetch('https://library.example/loans', { headers, signal })
                return answer.text()
              },
            },
            // A tool with side effects waits until a person has approved the call.
            {
              name: 'reserve_book',
              description: 'Puts a book aside for a week.',
              parameters: {
                type: 'object',
                properties: { isbn: { type: 'string' }, copies: { type: 'integer' } },
                required: ['isbn'],
              },
              needsApproval: true,
              // A service of the shop instead of code: it gets the call by POST.
              endpoint: {
                url: 'https://tools.shop.example/reserve',
                headers: { Authorization: `Bearer ${process.env['TOOLS_KEY_OF_SHOP'] ?? ''}` },
              },
            },
          ],
        },
      },
      // Looks and texts; docs/embedding.md lists them. A page's own options take precedence.
      look: {
        theme: { accent: '#7c3aed', radius: 'soft' },
        name: 'Pip',
        // Your own file: PNG, JPEG, WebP or GIF, at most 16 KiB. The import above also has imageFile.
        // logo: imageFile('logo.png'),
        launcher: { label: 'Ask Pip' },
        startScreen: {
          greeting: 'What shall we read?',
          prompts: ['Opening hours', 'New this week'],
        },
        disclaimer: { text: 'Pip may be wrong.', link: 'https://shop.example/ai' },
      },
      limits: { runsPerAnonymousUserPerDay: 20, fileBytes: 5_000_000 },
      fileTypes: ['image/*', 'application/pdf'],
      // For users whose identity the shop's server confirms, PDFs are also fetched from public addresses.
      pdfUrls: 'users',
      // The page that people visit when a tool throws createInterrupt(…).
      authorization: {
        connectUrl: 'https://app.shop.example/connect',
        verificationHosts: ['login.shop.example'],
      },
      // Another assistant than "default" for the chat, or an endpoint of the shop: only one of them.
    },

    // Conversations that can be read but not continued.
    archive: {
      hosts: ['https://archive.shop.example'],
      anonymous: false,
      readOnly: true,
    },
  },
})
