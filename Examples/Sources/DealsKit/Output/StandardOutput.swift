import ArgumentParser
import ConsoleKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Standard output for answers of any length: gathered, and written in large pieces.
struct StandardOutput: ~Copyable {
    private static let pieceSize = 1 << 16

    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(2 * Self.pieceSize)
    }

    /// Appends a text.
    mutating func append(_ text: String) throws {
        try append { $0.append(contentsOf: text.utf8) }
    }

    /// Appends bytes.
    mutating func append(_ body: (inout [UInt8]) -> Void) throws {
        body(&bytes)
        if bytes.count >= Self.pieceSize { try flush() }
    }

    /// Writes what was gathered; call it at the end.
    ///
    /// - Throws: The exit status: 0 when nobody reads any more, who has then seen enough.
    mutating func flush() throws {
        do {
            try bytes.withUnsafeBytes { try SystemCalls.write(STDOUT_FILENO, $0) }
            bytes.removeAll(keepingCapacity: true)
        } catch let error as SystemCalls.Failure {
            bytes.removeAll()
            if error.number == EPIPE { throw ExitCode.success }
            Console.warn("The answer could not be written: \(error.reason).")
            throw ExitStatus.diskFailure
        }
    }
}
