// Keyboard support for a tree, as the ARIA Authoring Practices describe it.
import type { TreeModel } from '../model/bodies/tree-model.js'

const A_PAGE = 20

/** Handles the keys of the tree, and leaves all others to the page. */
export function keyPressed (model: TreeModel, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !act(model, event.key)) return
  event.preventDefault()
  event.stopPropagation()
}

function act (model: TreeModel, key: string): boolean {
  const row = model.selected.peek()
  switch (key) {
    case 'ArrowDown': return move(model, 1)
    case 'ArrowUp': return move(model, -1)
    case 'PageDown': return move(model, A_PAGE)
    case 'PageUp': return move(model, -A_PAGE)
    case 'Home': return move(model, -Infinity)
    case 'End': return move(model, Infinity)
    case 'ArrowRight': return row >= 0 && right(model, row)
    case 'ArrowLeft': return row >= 0 && left(model, row)
    case 'Enter': case ' ':
      if (row >= 0) model.toggle(row)
      return row >= 0
    case '*':
      if (row >= 0) model.toggleAll(row, true)
      return row >= 0
    default: return false
  }
}

function move (model: TreeModel, by: number): boolean {
  const shown = model.shown.peek()
  const at = model.place(model.selected.peek())
  const next = Math.max(0, Math.min(shown.length - 1, (at < 0 && by > 0 ? -1 : at) + by))
  model.select(shown[next] ?? 0)
  return true
}

function right (model: TreeModel, row: number): boolean {
  if (!model.table.isContainer(row)) return true
  if (!model.isOpen(row)) model.toggle(row, true)
  else move(model, 1)
  return true
}

function left (model: TreeModel, row: number): boolean {
  if (model.isOpen(row) && model.table.isContainer(row)) model.toggle(row, false)
  else if (model.table.parent(row) >= 0) model.select(model.table.parent(row))
  return true
}
