// The English words of the panel with the columns, and of the menu of a cell.
import { countText } from '../../../../text/count.js'

export const listMenus = {
  density: 'Rows',
  dense: 'Dense',
  roomy: 'Roomy',
  sortUp: 'Sort ascending by',
  sortDown: 'Sort descending by',
  narrower: 'Narrower',
  wider: 'Wider',
  removeColumn: 'Remove column',
  ownColumn: 'Custom column',
  ownSource: 'From',
  ownName: 'Name or path',
  sources: { header: 'Header', query: 'Query', json: 'JSON body', storage: 'Storage' },
  add: 'Add',
  menu: 'Request',
  only: (what: string) => `Only ${what}`,
  not: (what: string) => `Not ${what}`,
  copyCell: 'Copy this value',
  isFailure: (code: string, host: string) => `Treat code ${code} as a failure on ${host}`,
  isSuccess: (code: string, host: string) => `Treat code ${code} as a success on ${host}`,
  delete: (count: number) => count === 1 ? 'Delete' : `Delete ${countText(count)} requests`,
  keys: {}
}
