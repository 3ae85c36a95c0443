import { LAUNCHER_NAMES, type LauncherLook } from '../../shared/look/launcher-look.ts'
import { flattenOptions, readOptions, type PageOptions } from '../page-options.ts'

/**
 * Why the launcher does not wear the look of its project, with the remedy; `undefined` if it does. An option of the
 * page itself takes precedence on purpose.
 *
 * @param ofProject from the service.
 */
export function checkProjectLook(
  { all, read }: PageOptions,
  ofProject: LauncherLook,
  frame: URL,
): string | undefined {
  const flat = flattenOptions(all)
  const expected = readOptions(ofProject)
  const wrong = LAUNCHER_NAMES.filter(
    (name) => flat[name] === undefined && read[name] !== expected[name],
  )
  if (wrong.length === 0) return undefined
  const [, project = 'default'] = /\/p\/([^/]+)\/frame$/.exec(frame.pathname) ?? []
  const service = frame.href.replace(/(p\/[^/]+\/)?frame$/, '')
  return `[Alcove] The launcher has another ${wrong.join(', ')} than project "${project}". Load ${service}p/${project}/alcove.js; in a module, createChat({ projectLook: ${JSON.stringify(ofProject)} }).`
}
