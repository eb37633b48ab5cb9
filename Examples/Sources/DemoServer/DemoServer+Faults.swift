extension DemoServer {
    /// Makes every request whose path begins with a prefix go wrong, from the next request on.
    ///
    /// - Parameters:
    ///   - fault: What goes wrong; nil removes the fault of exactly this prefix.
    ///   - prefix: The beginning of the path without the query, in the case it is asked in; `/` means every request.
    ///     Where several prefixes fit, the longest counts.
    ///   - times: For how many requests; nil, the default, until it is removed. 0 or less removes it.
    public func setFault(_ fault: DemoFault?, forPath prefix: String, times: Int? = nil) {
        handler.faults.set(fault, forPath: prefix, times: times)
    }

    /// Removes all faults; requests that hang go on hanging until ``stop()``.
    public func removeAllFaults() {
        handler.faults.removeAll()
    }
}
