/// Does some work of another layer, and says its failures in the words of this one.
///
/// - Parameters:
///   - isolation: The caller's actor; leave it out.
///   - work: The work.
/// - Returns: What it returns.
/// - Throws: `CancellationError` untouched; ``DataError`` for everything else.
func translated<Result: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
) async throws -> Result {
    do {
        return try await work()
    } catch let error as CancellationError {
        throw error
    } catch {
        throw DataError(error)
    }
}
