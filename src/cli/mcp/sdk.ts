// The part of the protocol's SDK that is used. The build puts it here as one file: installed as it is, the SDK brings 98 packages and 29 MB
// with it, servers for the web among them.
export { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export { z } from 'zod'
