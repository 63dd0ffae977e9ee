import Foundation
import Glibc
import Promises
import Testing

@testable import LinuxProcess

@Suite struct CallingProcessTests {
    @Test func `it is known of this process where it stands, since when, and that it goes on`() throws {
        let own = getpid()
        #expect(CallingProcess.id(ofThread: own) == own)
        #expect(CallingProcess(id: own, program: "").workingDirectory == FileManager.default.currentDirectoryPath)
        let started = try #require(CallingProcess.started(own))
        #expect(started > 0 && CallingProcess.started(own) == started && CallingProcess.goesOn(own))
        for nobody in [Int32.max, 0, -1] {
            #expect(CallingProcess.id(ofThread: nobody) == nil && CallingProcess.started(nobody) == nil)
            #expect(!CallingProcess.goesOn(nobody))
        }
    }

    private static let status = "Name:\tpool-tumblerd\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t4711\nPid:\t4713\n"

    @Test func `a thread is followed to its process, and that to its executable`() {
        let process = CallingProcess(Self.status) { $0 == 4711 ? "/usr/lib/tumbler-1/tumblerd" : nil }
        #expect(process == CallingProcess(id: 4711, program: "tumblerd", executable: "/usr/lib/tumbler-1/tumblerd"))
    }

    @Test func `a program that was replaced while it runs keeps its name`() {
        let process = CallingProcess(Self.status) { _ in "/usr/bin/tumblerd (deleted)" }
        #expect(process?.program == "tumblerd" && process?.executable == "/usr/bin/tumblerd")
    }

    @Test(.proves("A program that cannot be seen"))
    func `where the executable cannot be seen, the thread's name is all there is`() {
        let process = CallingProcess(Self.status) { _ in nil }
        #expect(process == CallingProcess(id: 4711, program: "pool-tumblerd"))
        #expect(process?.executable == nil)
    }

    @Test func `what is no status, and nobody's number, is no process`() {
        #expect(CallingProcess("Name:\tx\n") { _ in nil } == nil)
        for thread in [0, -1, Int32.max] {
            #expect(CallingProcess(threadID: thread) == nil)
        }
        #expect(CallingProcess(id: 0, program: "").arguments == [])
        #expect(CallingProcess(id: .max, program: "").arguments == [])
    }

    @Test func `this process is seen with its arguments`() throws {
        let process = try #require(CallingProcess(threadID: getpid()))
        #expect(process.id == getpid() && process.executable?.hasPrefix("/") == true)
        #expect(process.arguments == CommandLine.arguments || process.arguments.first == CommandLine.arguments.first)
    }
}
