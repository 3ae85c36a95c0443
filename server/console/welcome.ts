import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { PROGRAM } from '../../shared/program.ts'
import { DEFAULT_PROJECT } from '../auth/identity.ts'
import { HEALTH_PATH, READY_PATH } from '../routes/health-paths.ts'
import { codeHtml, escapeHtml, headHtml, proseHtml } from './html.ts'
import { PAGE_HEADERS } from './pages.ts'

/** The operator's server, as its root describes it. */
export interface WelcomeSettings {
  /** True if others than the operator can reach the server. */
  readonly isProduction: boolean
  /** The demo site of `npm start`, which also has documentation and playground. */
  readonly demoOrigin: string | undefined
  /** The desk's own origin; undefined: it is at this one. */
  readonly deskUrl: string | undefined
}

/** The folder of this installation's documentation, of a clone or of the package. */
const DOCUMENTATION = join(import.meta.dirname, '..', '..', 'docs')

/** Colours of the chat itself, light and dark. */
const STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f7fbfa, #0c0f0e); --card: light-dark(#fff, #171a19); --line: light-dark(#dae1df, #303634);
  --text: light-dark(#1a1f1e, #e8f1ee); --quiet: light-dark(#59615f, #bbc5c2); --accent: light-dark(#0f6b5c, #79c9b7);
  --sunken: light-dark(#eef4f2, #1f2322);
  background: var(--page); color: var(--text);
  font: 1rem/1.6 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 0 auto; padding: 4rem 1.25rem; }
h1 { display: flex; align-items: center; gap: .75rem; margin: 0; font-size: 1.75rem; line-height: 1.25; letter-spacing: -.015em; }
h1::before { content: ''; flex: none; width: .75rem; height: .75rem; border-radius: 50%; background: var(--accent); }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.125rem; line-height: 1.4; letter-spacing: -.006em; }
p { margin: .5rem 0; }
.quiet { color: var(--quiet); }
a { color: var(--accent); text-underline-offset: 3px; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code { font: .875em/1.6 ui-monospace, SFMono-Regular, 'Cascadia Mono', Menlo, Consolas, monospace; }
p code, li code { padding: .1em .35em; border-radius: 5px; background: var(--sunken); }
pre { margin: .75rem 0; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); white-space: pre-wrap; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none; }
ul li { padding: .875rem 1.125rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
ul span { display: block; color: var(--quiet); font-size: .9375rem; }
ul a { font-weight: 600; }
ol { margin: 0; padding-inline-start: 1.5rem; }
ol li { padding-block: .25rem; }
ol li::marker { color: var(--quiet); }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

export const WELCOME_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': `${PAGE_HEADERS['Content-Security-Policy']}; style-src 'sha256-${styleHash}'`,
}

/** A sentence: one model answers each assistant, and several assistants may have different ones. */
function whoAnswers(models: readonly string[]): string {
  const names = models.map(codeHtml).join(', ')
  return models.length === 1 ? `The model ${names} answers.` : `The models ${names} answer.`
}

/** The page at the service's root: a list of places for the operator; where strangers can read it, two sentences. */
export const welcomePage = (
  origin: string,
  settings: WelcomeSettings,
  /** Names of the models of project `default`. */
  models: readonly string[],
): string => (settings.isProduction ? publicPage() : operatorPage(origin, settings, models))

const publicPage = (): string =>
  pageHtml(`<h1>Alcove</h1>
<p>This address serves a chat for other websites. Open one of them to use it.</p>
<p class="quiet">If this server is yours: the command line and the documentation beside it describe everything else.</p>`)

function operatorPage(
  origin: string,
  { demoOrigin, deskUrl }: WelcomeSettings,
  models: readonly string[],
): string {
  const desk = `${deskUrl ?? ''}/desk`
  const tag = `<script async src="${origin}/p/${DEFAULT_PROJECT}/alcove.js"></script>`
  const guide = (page: string, words: string) =>
    demoOrigin === undefined
      ? `${words} (${codeHtml(`docs/${page}.md`)})`
      : `<a href="${escapeHtml(`${demoOrigin}/docs/${page}`)}">${words}</a>`
  const places = [
    ...(demoOrigin === undefined
      ? []
      : [
          place(`${demoOrigin}/`, 'Demo shop', 'a page with the chat, to try it'),
          place(`${demoOrigin}/playground/`, 'Playground', 'every option, live, with code to copy'),
          place(`${demoOrigin}/docs/`, 'Documentation', 'with a search'),
        ]),
    place(desk, 'Desk', 'what people ask, which answers were bad, what it costs'),
    place('/v1/docs', 'API', 'every call, with samples'),
    place('/help', 'Troubleshooting', 'causes and remedies of every code'),
    place(
      HEALTH_PATH,
      'Health',
      `the database answers; <a href="${READY_PATH}">readiness</a> for balancers`,
    ),
  ]
  const isDemo = models.every((name) => name === 'demo')
  const steps = [
    isDemo
      ? `${proseHtml('The built-in demo model answers. Connect another with `ALCOVE_MODEL` and its key:')} ${guide('quick-start', 'a real model')}.`
      : `${whoAnswers(models)} Give instructions with ${codeHtml('ALCOVE_SYSTEM')}.`,
    `Let it answer from your own pages, with citations: ${codeHtml(`${PROGRAM} knowledge add <folder or address>`)}, ${guide('knowledge', 'knowledge')}.`,
    `See what people ask: ${codeHtml(`${PROGRAM} desk --mail <your address>`)} prints a link that signs you in, ${guide('desk', 'the desk')}.`,
    `Set name, logo, colours and greeting: ${guide('theming', 'theming')}.`,
    proseHtml(
      'Name the websites that may embed the chat in `ALCOVE_ALLOWED_ORIGINS`. Pages of `localhost` may do so now.',
    ),
    `Say who your visitors are: ${guide('tokens', 'tokens')}.`,
    `Let others reach it: ${guide('operating', 'operating Alcove')}. From then on, this page tells strangers nothing.`,
  ]
  return pageHtml(`<h1>Alcove is running</h1>
<p>Put this line into a page of yours, and the page has a chat:</p>
<pre><code>${escapeHtml(tag)}</code></pre>
<h2>Places</h2>
<ul>
${places.join('\n')}
</ul>
<h2>Next steps</h2>
<ol>
${steps.map((step) => `<li>${step}</li>`).join('\n')}
</ol>
<p class="quiet">${proseHtml(`\`${PROGRAM} doctor\` checks this server, \`${PROGRAM} doctor --page <address>\` whether a page may show the chat, and \`Alcove('doctor')\` in the browser's console the page itself.`)}</p>
${demoOrigin === undefined ? `<p class="quiet">The files of the documentation are in ${codeHtml(DOCUMENTATION)}.</p>` : ''}`)
}

const place = (address: string, title: string, about: string): string =>
  `<li><a href="${escapeHtml(address)}">${title}</a><span>${about}</span></li>`

const pageHtml = (main: string): string => `${headHtml('Alcove')}
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
