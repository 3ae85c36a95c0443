import { toLauncherLook } from '../../shared/look/launcher-look.ts'
import { PROGRAM } from '../../shared/program.ts'
import { CONFIG_FILE } from '../projects/load-config.ts'
import type { ProjectRow } from '../store/store.ts'

/** A look that shows where to write one. */
const sampleLook = (name: string) => ({ name, theme: { accent: '#0f6b5c' as const } })

/** Pages that may embed the chat of a new project: none of a server that others can reach. */
const LOCAL_HOSTS = ['http://localhost:*', 'http://127.0.0.1:*']

/** A block for the operator to paste into `alcove.config.ts`, below `projects`, for a new project. Valid as it is. */
export function projectBlock(
  { id, name }: Pick<ProjectRow, 'id' | 'name'>,
  isProduction: boolean,
): string {
  const key = /^[a-z_$][\w$]*$/i.test(id) ? id : `'${id}'`
  const look = sampleLook(name)
  return `    ${key}: {
      // Origins of the pages that embed the chat: add yours, such as 'https://shop.example'.
      hosts: [${isProduction ? '' : LOCAL_HOSTS.map(quote).join(', ')}],
      // The chat's look and words. Others: greeting, logo, prompts, …
      look: { name: ${quote(look.name)}, theme: { accent: ${quote(look.theme.accent)} } },
      // auth: { secret: process.env['HOST_SECRET_OF_${constantCase(id)}'] ?? '' },
      // assistants: { default: { system: 'Be brief.' } },
    },
`
}

const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** The one tag of a page with the project's chat. */
export const projectTag = (id: string, service: string): string =>
  `<script async src="${service}/p/${id}/alcove.js"></script>`

interface NextSteps {
  readonly id: string
  readonly block: string
  readonly service: string
  /** The configuration's name, if there is one. */
  readonly config: string | undefined
}

/** The way from a project's row to its chat on a page, with the project's look in the launcher. */
export function nextSteps({ id, block, service, config }: NextSteps): string {
  const launcher = JSON.stringify(toLauncherLook(sampleLook(id)))
  const paste =
    config === undefined
      ? `Create ${CONFIG_FILE} with this text:\n\n${wholeConfig(block)}`
      : `Paste this into ${config}, below "projects":\n\n${block}`
  return `1. ${paste}
   Name the origins of your pages in "hosts": no other page may embed the chat. "look" is its look and words.

2. Restart the server.

3. Put this tag into the pages:

${projectTag(id, service)}

   or, with the package, this call:

createChat({ baseUrl: '${service}', app: '${id}', projectLook: ${launcher} })

   The tag's file contains the launcher's look. In the call, "projectLook" is that part of the block's "look"; where the
   two differ, the browser's console prints the right one.

docs/theming.md describes looks, docs/operating.md projects; ${PROGRAM} doctor --project ${id} --page <address>
says whether a page may embed the chat.
`
}

const wholeConfig = (block: string): string => `import { defineConfig } from 'alcove-server'

export default defineConfig({
  projects: {
${block}  },
})
`

const constantCase = (id: string): string => id.toUpperCase().replaceAll('-', '_')
