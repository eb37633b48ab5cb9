extension DemoServer {
    /// Makes every request whose path begins with a prefix go wrong, from the next request on.
    ///
    /// Faults come before everything else: a request that meets one needs no token, and costs nothing of the rate limit
    /// unless it gets the right answer all the same.
    ///
    /// - Parameters:
    ///   - fault: The fault; nil removes the fault of exactly this prefix and dialect.
    ///   - prefix: The beginning of the path without the query, in the case it is asked in; `/`, the default, means
    ///     every request. Where several prefixes fit, the longest counts, and of equal ones that with a dialect.
    ///   - dialect: The only dialect it is for; nil, the default, for all.
    ///   - times: For how many requests; nil, the default, until it is removed. 0 or less removes it.
    public func setFault(
        _ fault: DemoFault?, forPath prefix: String = "/", dialect: DemoDialect? = nil, times: Int? = nil
    ) {
        handler.faults.set(fault, for: FaultTable.Scope(prefix: prefix, dialect: dialect), times: times)
    }

    /// Removes all faults; requests that hang go on hanging until ``stop()``.
    public func removeAllFaults() {
        handler.faults.removeAll()
    }
}
