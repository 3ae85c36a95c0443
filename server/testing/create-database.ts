import pg from 'pg'
import { randomId } from '../../shared/ids.ts'

/** Makes an empty database on a test server and gives its address. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomId(12).toLowerCase()}`
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
