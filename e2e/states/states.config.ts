// An operator's configuration: a shop whose assistant has tools, and whose visitors may ask four times a
// minute.
const order = {
  type: 'object',
  properties: { order: { type: 'string' }, amount: { type: 'string' } },
  additionalProperties: false,
}

const tools = [
  {
    name: 'look_up_invoices',
    description: 'Invoices of a month',
    parameters: { type: 'object', properties: { month: { type: 'string' } } },
    execute: () => ({ invoices: 2 }),
  },
  {
    name: 'refund_order',
    description: 'Pays an order back',
    parameters: order,
    needsApproval: true,
    execute: () => ({ refunded: true }),
  },
  {
    name: 'export_statement',
    description: 'Takes as long as nobody stops it',
    parameters: { type: 'object' },
    execute: (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('Stopped'))),
      ),
  },
]

export default {
  projects: {
    default: {
      assistants: { default: { maxSteps: 3, tools } },
      limits: { runsPerUserPerMinute: 4 },
    },
  },
}
