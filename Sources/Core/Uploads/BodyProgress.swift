/// Somebody who is told how much of the bodies of requests was sent that are made for them.
///
/// Requests take it with them when they are made; two with different ones are never equal, and so never joined.
package final class BodyProgress: Sendable {
    /// Who is told of the requests that are made now.
    @TaskLocal package static var current: BodyProgress?

    private let told: @Sendable (_ sent: Int, _ total: Int) -> Void

    /// Creates somebody who is told.
    ///
    /// - Parameter told: Called with the number of bytes that were sent so far, and of all; on any thread.
    package init(_ told: @escaping @Sendable (_ sent: Int, _ total: Int) -> Void) {
        self.told = told
    }

    func tell(_ sent: Int, of total: Int) { told(sent, total) }
}

extension BodyProgress: Hashable {
    package static func == (left: BodyProgress, right: BodyProgress) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension NetworkRequest {
    /// Tells how much of the body was sent, to whoever follows an upload; for a transport, which calls it as often as it
    /// likes, on any thread.
    ///
    /// - Parameters:
    ///   - sent: The number of bytes that were sent so far.
    ///   - total: The number of bytes of the whole body.
    public func tellBodySent(_ sent: Int, of total: Int) {
        guard sent >= 0, total > 0 else { return }
        bodyProgress?.tell(min(sent, total), of: total)
    }
}
