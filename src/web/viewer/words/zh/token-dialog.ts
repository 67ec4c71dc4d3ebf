// The Chinese words of session/token-dialog.tsx, which is loaded late.
import type { Words } from '../en.js'

export const tokenDialog: Words['tokenDialog'] = {
  tokenTitle: '需要令牌',
  tokenWhy: '此服务只向持有令牌的人显示会话。令牌仅保存在此标签页中，不会出现在此页面的地址中。',
  tokenWrong: '令牌未被接受。它可能只用于推送，或已失效。',
  token: '令牌',
  tokenUse: '使用此令牌',
  keys: {}
}
