import Core

extension OutboxAccounts {
    /// Sends something as an account; where that has no session, or it cannot be told, nothing goes out.
    ///
    /// - Parameters:
    ///   - account: The account of an entry.
    ///   - send: Sends it.
    /// - Returns: What `send` answers; that the session is over, or that it can be sent later.
    /// - Throws: `CancellationError`, what `send` throws.
    func sending(
        as account: AccountKey, _ send: (OutboxWriter) async throws -> OutboxAnswer
    ) async throws -> OutboxAnswer {
        let writer: OutboxWriter
        do {
            guard let found = try await self.writer(for: account) else {
                return .sessionOver(OutboxEntry.Reason(.unauthorized, DataError.message(for: .unauthorized)))
            }
            writer = found
        } catch {
            guard !error.isCancellation else { throw CancellationError() }
            // Nothing was sent.
            return .later(OutboxEntry.Reason(error), scope: .account, after: nil, until: nil)
        }
        return try await send(writer)
    }
}
