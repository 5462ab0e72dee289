interface ServerSettings {
  durable: boolean;
  maxConnections: number;
  /** Folder of the Unix socket; without one the server listens on loopback. */
  socket: string | undefined;
  port: number;
}

/** Command-line arguments of the server. */
export function serverArguments({ durable, maxConnections, socket, port }: ServerSettings): string[] {
  const values: Record<string, string> = {
    listen_addresses: socket ? '' : '127.0.0.1',
    unix_socket_directories: socket ?? '',
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: String(maxConnections),
    shared_buffers: '96MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '1GB',
    random_page_cost: '1.1',
    // Vacuum soon after large imports, which enables index-only scans.
    autovacuum_naptime: '15s',
    jit: 'off',
    // Statement statistics, shown in the back office to the platform owner.
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.max': '1000',
    'pg_stat_statements.track_utility': 'off',
    wal_level: 'logical',
    max_wal_senders: '10',
    max_replication_slots: '10',
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    ...(durable
      ? {}
      : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
