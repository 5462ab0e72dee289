// React chooses its build when first imported, so this module must be the first import.
process.env.NODE_ENV ??= 'production';
