/// What a person does while a program runs: it ends with that, and what goes wrong is kept, which the program would turn into an
/// exit status.
@MainActor
package final class BodyRun {
    private let pass: @MainActor () -> Void
    private var error: (any Error)?
    /// Lets time pass while the program ends.
    private var ending: Task<Void, Never>?

    /// Creates a run in which nothing was done.
    ///
    /// - Parameter pass: Lets some time pass on the program's clock.
    package init(_ pass: @escaping @MainActor () -> Void) { self.pass = pass }

    /// Does what a person does; behind it, time passes until ``finish()``.
    ///
    /// - Parameter body: What a person does.
    package func run(_ body: @MainActor () async throws -> Void) async {
        do { try await body() } catch { self.error = error }
        ending = Task { [pass] in
            while !Task.isCancelled {
                pass()
                await Task.yield()
            }
        }
    }

    /// Ends the passing of time, once the program is over.
    ///
    /// - Throws: What the body has thrown.
    package func finish() throws {
        ending?.cancel()
        if let error { throw error }
    }
}
