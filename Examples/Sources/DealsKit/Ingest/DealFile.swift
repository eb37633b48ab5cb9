import ArgumentParser
import ConsoleKit
import Core
import Database
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file of JSON Lines, or standard input, as a source of deals.
struct DealFile: Sendable {
    private static let pieceSize = 1 << 17

    /// The name as it was typed.
    let name: String
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Parameter path: The path of the file; `-` for standard input.
    /// - Throws: A usage error when there is no such file or it is a directory; the exit status for what else is wrong.
    init(path: String) throws {
        name = path == "-" ? "standard input" : "'\(path)'"
        do {
            descriptor = path == "-" ? STDIN_FILENO : try SystemCalls.open(path)
            if try SystemCalls.isDirectory(descriptor) {
                throw ValidationError(
                    "--from: \(name) is a directory; it names a file of JSON Lines, or - for standard input.")
            }
        } catch let error as SystemCalls.Failure {
            if error.number == ENOENT || error.number == ENOTDIR {
                throw ValidationError("--from: there is no file \(name).")
            }
            Console.warn("\(name) cannot be read: \(error.reason).")
            throw ExitStatus.diskFailure
        }
    }

    /// Reads the file to its end on a thread of its own.
    ///
    /// Whatever has come is sent at once: nothing lies about here while the file makes one wait.
    ///
    /// - Parameters:
    ///   - packets: The channel for the deals; it is finished at the end, with an error when the file cannot be read
    ///     further.
    ///   - skipped: The record of lines that are no deals.
    func send(to packets: PacketChannel<[Deal]>, skipping skipped: SkippedLines) {
        let thread = Thread {
            do throws(SystemCalls.Failure) {
                try read(skipped, packets.send)
                packets.finish()
            } catch {
                packets.finish(
                    throwing: DataError(.diskFailure, message: "\(name) cannot be read further: \(error.reason)."))
            }
        }
        thread.name = "DealFile"
        thread.start()
    }

    private func read(_ skipped: SkippedLines, _ send: ([Deal]) -> Bool) throws(SystemCalls.Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 16)
        defer { buffer.deallocate() }
        var lines = LineSplitter(longest: DealLine.longest)
        var deals: [Deal] = []
        func take(_ line: LineSplitter.Line, _ number: Int) {
            do throws(LineProblem) {
                guard case .whole(let bytes) = line else { throw .tooLong }
                if let deal = try DealLine.read(bytes) { deals.append(deal) }
            } catch {
                skipped.add(line: number, error)
            }
        }
        while true {
            let count = try SystemCalls.read(descriptor, into: buffer)
            if count > 0 {
                lines.feed(UnsafeBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[..<count]), take)
            } else {
                lines.finish(take)
            }
            if !deals.isEmpty, !send(deals) { return }
            if count == 0 { return }
            deals.removeAll(keepingCapacity: true)
        }
    }
}
