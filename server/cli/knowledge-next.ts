import { HAS_DEMO, PROGRAM, START_COMMAND } from '../../shared/program.ts'
import { CONFIG_FILE, DEFAULT_PROJECT } from '../projects/project.ts'
import type { SourceKind } from '../store/store.ts'

interface AddedSource {
  readonly project: string
  readonly kind: SourceKind
  /** Where the files stand on the web, if the operator said so. */
  readonly base: string | undefined
  /** True if the operator has a configuration: the demo shop is gone then. */
  readonly hasConfig: boolean
}

/** Lines about what comes after a source was added. */
export function nextOfSource({ project, kind, base, hasConfig }: AddedSource): string {
  const isMain = project === DEFAULT_PROJECT
  const flag = isMain ? '' : ` --project ${project}`
  const isOfFiles = kind === 'folder' || kind === 'file'
  return [
    `Next: ${PROGRAM} knowledge search "a question"${flag} shows what an assistant would get; with ${START_COMMAND} the chat answers from it.`,
    ...(isOfFiles && base === undefined
      ? [
          'Citations open the text that this server keeps; of HTML files, --base https://… opens your own pages instead.',
        ]
      : []),
    ...(HAS_DEMO && isMain && !hasConfig
      ? [
          `${START_COMMAND} also answers from the demo shop’s pages and with its tools. To leave the demo behind, write the line ` +
            `\`export default { projects: {} }\` into a file ${CONFIG_FILE}, and start again.`,
        ]
      : []),
  ].join('\n')
}
