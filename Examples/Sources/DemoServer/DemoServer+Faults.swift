import ServerKit

extension DemoServer {
    /// Makes every request whose path begins with a prefix go wrong, from the next request on.
    ///
    /// Faults come before everything else: a request that meets one needs no token, and costs nothing of the rate limit
    /// unless it gets the right answer all the same.
    ///
    /// - Parameters:
    ///   - fault: The fault; nil removes the fault of exactly this prefix, dialect and target.
    ///   - prefix: The beginning of the path without the query, in the case it is asked in; `/`, the default, means
    ///     every request. Where several prefixes fit, the longest counts, and of equal ones that with a dialect.
    ///   - dialect: The only dialect it is for; nil, the default, for all.
    ///   - target: The only requests it is for, by what they ask for; nil, the default, for all. A fault for acts
    ///     counts for more than one with the same prefix that is for everything.
    ///   - times: For how many requests; nil, the default, until it is removed. 0 or less removes it.
    public func setFault(
        _ fault: DemoFault?, forPath prefix: String = "/", dialect: DemoDialect? = nil, only target: DemoTarget? = nil,
        times: Int? = nil
    ) {
        let scope = DemoFaultScope(prefix: prefix, dialect: dialect, target: target)
        handler.faults.set(fault, for: scope, times: times)
    }

    /// Removes all faults; requests that hang go on hanging until ``stop()``.
    public func removeAllFaults() {
        handler.faults.removeAll()
    }
}
