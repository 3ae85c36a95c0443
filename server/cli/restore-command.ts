import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadSecret } from '../auth/secret.ts'
import { readSettings, type Settings } from '../settings.ts'
import { importRows } from '../store/backup.ts'
import { markSecret, type BackupManifest } from './backup-manifest.ts'
import { SECRET_FILE } from './backup-names.ts'
import { command } from './command.ts'
import { openObjects } from '../files/open-objects.ts'
import { plural } from './plural.ts'
import { readBackup, type Backup } from './read-backup.ts'
import { replaceSecret } from './replace-secret.ts'
import { createRestoreParts, type RestoreParts } from './restore-parts.ts'

export const restoreCommand = command({
  name: 'restore',
  takes: ['folder'],
  about: 'Fill an empty data folder or database from a backup; no server may run',
  details:
    'It checks the whole backup first, and then restores all of it or nothing. A backup of either\n' +
    'kind of database goes into either kind.',
  flags: {},
  async run(tool, _, word) {
    const backup = await readBackup(resolve(word))
    const own = await readOwnSecret(backup)
    const settings = readSettings(tool.env, (dataDir) => own ?? loadSecret(dataDir))
    const usesOwn = settings.databaseUrl === undefined && settings.secret === own
    const parts = createRestoreParts(backup, openObjects(settings, tool.now))
    const { rows, files } = await restore(settings, parts, () => {
      // Whatever secret an empty data folder had, nobody has anything of it.
      if (usesOwn) replaceSecret(settings.dataDir, settings.secret)
    })
    const isSameSecret = markSecret(settings.secret) === backup.manifest.secret.mark
    const lines = [
      `Restored ${plural(rows, 'row')} and ${plural(files, 'file')} of ${backup.manifest.made_at}.`,
      bucketLine(backup.manifest, settings),
      isSameSecret ? '' : otherSecretLine(own !== undefined),
    ]
    return {
      text: lines.filter((line) => line !== '').join('\n'),
      facts: { rows, files, is_same_secret: isSameSecret },
    }
  },
})

/** The database keeps its rows when everything else is in its place. */
async function restore(
  { databaseUrl, dataDir }: Settings,
  parts: RestoreParts,
  putSecret: () => void,
): Promise<{ rows: number; files: number }> {
  let files = 0
  async function* rowsAndThenTheRest() {
    yield* parts.rows()
    files = await parts.putFiles()
    putSecret()
  }
  try {
    const rows = await importRows({ databaseUrl, dataDir }, rowsAndThenTheRest())
    return { rows, files }
  } catch (error) {
    await parts.removeFiles()
    throw error
  }
}

async function readOwnSecret({ names, pathOf }: Backup): Promise<string | undefined> {
  if (!names.includes(SECRET_FILE)) return undefined
  return (await readFile(pathOf(SECRET_FILE), 'utf8')).trim()
}

function bucketLine({ files }: BackupManifest, { objectStore }: Settings): string {
  if (files.place === 'backup') return ''
  const where = 'The files were in an S3 bucket and are not in the backup'
  return objectStore === undefined ? `${where}: set S3_BUCKET and what belongs to it.` : `${where}.`
}

const otherSecretLine = (isInBackup: boolean): string =>
  'This server has another secret than the one that was backed up: visitors without a name will lose ' +
  `their conversations. Before it starts, set ALCOVE_SECRET to ${
    isInBackup ? `what the backup's file "${SECRET_FILE}" says` : 'that server’s'
  }.`
