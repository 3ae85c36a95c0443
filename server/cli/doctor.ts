import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AlcoveError } from '../../shared/errors.ts'
import { FILES_FOLDER } from '../files/open-objects.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import type { Settings } from '../settings.ts'
import { type Examination, examineStore } from '../store/examine-store.ts'
import { sizeText } from './answer-text.ts'
import { command } from './command.ts'
import { examineFolders } from './examine-folders.ts'
import { examinePage } from './examine-page.ts'
import { requireDatabase } from './tool.ts'

const SEARCH_TEXTS = {
  whole: 'The search index is whole.',
  anew: 'The search index was made anew from the messages.',
  empty: 'The search index is empty now, for not all messages could be read.',
  busy: 'The search index must be made anew, and a server is in the way.',
} as const satisfies Record<Examination['search'], string>

export const doctorCommand = command({
  name: 'doctor',
  about: 'Read all of the database, look at its folder, and make a damaged search index anew',
  details:
    'Of Postgres, which checks its own files, it reads nothing. It only looks while a server has the\n' +
    'folder: stop that to have the search index made anew.',
  flags: {
    search: { about: 'make the search index anew, also a whole one' },
    page: { value: 'address', about: 'say instead whether this page may show the chat' },
    project: { value: 'id', about: `of which project, with --page (default: ${DEFAULT_PROJECT})` },
  },
  async run(tool, { search: renewsSearch, page, project = DEFAULT_PROJECT }) {
    if (page !== undefined) {
      const origin = await examinePage(tool, page, project)
      return {
        text: `Pages of ${origin} may show the chat of project "${project}".`,
        facts: { origin, project },
      }
    }
    const settings = tool.readSettings()
    requireDatabase(settings)
    const { databaseUrl, dataDir } = settings
    const { faults, search } = await examineStore({ databaseUrl, dataDir, renewsSearch })
    if (faults.length > 0) {
      throw new AlcoveError('unavailable', `The database is damaged: ${faults.join('; ')}.`, {
        hint: `${SEARCH_TEXTS[search]} Stop the server, and restore a backup into an empty folder.`,
      })
    }
    if (search === 'busy' || search === 'empty') {
      const hint = search === 'busy' ? 'Stop the server, and say it again.' : 'Restore a backup.'
      throw new AlcoveError('unavailable', SEARCH_TEXTS[search], { hint })
    }
    const engine = databaseUrl === undefined ? 'The database is whole. ' : ''
    const free = await examineOwnFolders(settings)
    const lines = [
      engine + SEARCH_TEXTS[search],
      'Its tables are those of this version.',
      ...(free === undefined
        ? []
        : [`The data folder can be written, and ${sizeText(free)} of its disk are free.`]),
    ]
    return { text: lines.join('\n'), facts: { faults, search, free_bytes: free ?? null } }
  },
})

/** `undefined`: a Postgres database and a bucket have all, and no folder is used. */
async function examineOwnFolders({
  databaseUrl,
  dataDir,
  objectStore,
}: Settings): Promise<number | undefined> {
  if (databaseUrl !== undefined && objectStore !== undefined) return undefined
  const files = join(dataDir, FILES_FOLDER)
  const usesFiles = objectStore === undefined && existsSync(files)
  // With Postgres it is made for the first file.
  if (!existsSync(dataDir)) return undefined
  return examineFolders([dataDir, ...(usesFiles ? [files] : [])])
}
