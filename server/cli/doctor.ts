import { AlcoveError } from '../../shared/errors.ts'
import { type Examination, examineStore } from '../store/examine-store.ts'
import { command } from './command.ts'
import { requireDatabase } from './tool.ts'

const SEARCH_TEXTS = {
  whole: 'The search index is whole.',
  anew: 'The search index was made anew from the messages.',
  empty: 'The search index is empty now, for not all messages could be read.',
  busy: 'The search index must be made anew, and a server is in the way.',
} as const satisfies Record<Examination['search'], string>

export const doctorCommand = command({
  name: 'doctor',
  about: 'Read all of the database and make a damaged search index anew',
  details:
    'Of Postgres, which checks its own files, it reads nothing. It only looks while a server has the\n' +
    'folder: stop that to have the search index made anew.',
  flags: { search: { about: 'make the search index anew, also a whole one' } },
  async run(tool, { search: renewsSearch }) {
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
    return { text: engine + SEARCH_TEXTS[search], facts: { faults, search } }
  },
})
