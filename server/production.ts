// React chooses its build when it is first loaded, so this module stands before every other import.
process.env.NODE_ENV ??= 'production';
