import type { Home } from './home.ts';
import type { Settings } from './settings.ts';

/** The service, which may write its data and nothing else, and sees no other process, device or home. Node compiles code as it
 * runs, so memory may be both written and run. */
export const unitOf = (
  { current }: Home,
  { dataDir, backupDir }: Pick<Settings, 'dataDir' | 'backupDir'>,
): string => `[Unit]
Description=Porchlight
After=network-online.target
Wants=network-online.target
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
ExecStart=${current}/porchlight run
User=porchlight
Group=porchlight
Restart=on-failure
RestartSec=2
TimeoutStartSec=10min
TimeoutStopSec=60
UMask=0077
MemoryHigh=1G
TasksMax=256
LimitNOFILE=65536

NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=${dataDir}
ReadWritePaths=-${backupDir}
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
CapabilityBoundingSet=
AmbientCapabilities=
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources

[Install]
WantedBy=multi-user.target
`;

/** Caddy gets the certificate by itself. */
export const caddySite = (host: string, port: string): string => `${host} {
  reverse_proxy 127.0.0.1:${port}
}`;

/** The certificate is one of certbot. `client_max_body_size` is that of the largest file. */
export const nginxSite = (host: string, port: string): string => `server {
  listen 443 ssl;
  http2 on;
  server_name ${host};
  ssl_certificate /etc/letsencrypt/live/${host}/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;
  client_max_body_size 100m;
  location / {
    proxy_pass http://127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_request_buffering off;
    proxy_read_timeout 120s;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection "upgrade";
  }
}
server {
  listen 80;
  server_name ${host};
  return 301 https://$host$request_uri;
}`;
