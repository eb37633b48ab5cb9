package import Foundation

extension Pipe {
    /// Reads until the program at the other end closes its side, on a thread of its own, and closes this side.
    ///
    /// Foundation on Linux keeps the pipes of a process that has ended, and with well over 1,000 open files starting
    /// the next one may crash (swift-corelibs-foundation, pull request 5472).
    ///
    /// - Returns: What was written.
    package func readToEnd() async -> Data {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [fileHandleForReading] in
                let data = fileHandleForReading.readDataToEndOfFile()
                try? fileHandleForReading.close()  // It was read to its end, so there is nothing left to lose.
                continuation.resume(returning: data)
            }
        }
    }
}
