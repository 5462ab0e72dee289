import { finishInstallation } from './setup/install.mjs';

finishInstallation();
