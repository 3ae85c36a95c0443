/** Tools that tell when they run. */
export function createRecordedTools() {
  const ran: string[] = []
  return {
    /** Names of the tools that ran, in order. */
    ran,
    tool: (name: string, fields: object = {}) => ({
      name,
      parameters: { type: 'object' },
      execute: () => (ran.push(name), `${name} ran`),
      ...fields,
    }),
  }
}
