import Core
import Foundation

/// An error of a packet of Engine.IO or Socket.IO that cannot be read: what is wrong, and where.
package struct SocketPacketError: Error, Hashable, CustomStringConvertible {
    /// The thing that is wrong, such as `an unknown type of packet`.
    package let reason: String
    /// The position in bytes from the start of what was decoded: a payload, or one message.
    package let offset: Int

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The thing that is wrong.
    ///   - offset: The position in bytes.
    package init(_ reason: String, at offset: Int) {
        (self.reason, self.offset) = (reason, offset)
    }

    package var description: String { "\(reason) at byte \(offset)" }
}

extension RawJSON {
    /// Reads the JSON that a packet carries.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - offset: Its position in what is decoded.
    /// - Throws: ``SocketPacketError``, with the position where the text stops being JSON.
    init(packet bytes: some Collection<UInt8>, at offset: Int) throws(SocketPacketError) {
        let data = Data(bytes)
        do throws(DataError) {
            try self.init(data)
        } catch {
            // This value does not say where; the parser does.
            do throws(JSONError) {
                _ = try JSONValue(parsing: data)
            } catch {
                throw SocketPacketError("no JSON: \(error.reason)", at: offset + error.offset)
            }
            throw SocketPacketError("JSON that is nested too deeply or is not UTF-8", at: offset)
        }
    }
}
