extension DemoServer {
    /// Everything that people have written and marked, whatever the answers say of it.
    ///
    /// - Throws: ``DemoServerError`` where the server keeps it in a file that cannot be read.
    public var record: DemoRecord {
        get throws { DemoRecord(try handler.store.version().state) }
    }
}
